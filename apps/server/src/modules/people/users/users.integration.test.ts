import type { Role } from '@binnacle/contract/access'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Actor } from '../../../platform/access/actor.ts'
import { administrator, startTestApp, type TestApp, type TestBrowser } from '../../../testing/app.ts'
import { inviteUser } from './invite.ts'

let app: TestApp
let admin: TestBrowser
let adminId: string
let counter = 0
let ada: { id: string; browser: TestBrowser }
let email: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signedIn()
  adminId = (await admin.send('GET', '/api/whoami')).body.payload.user.id
})

beforeEach(async () => {
  counter += 1
  email = `ada${counter}@example.com`
  ada = await app.person(email, ['editor', 'responder'])
})

const form = (changed: object = {}) => ({
  id: ada.id,
  firstName: 'Ada',
  lastName: 'Lovelace',
  email,
  role: 'viewer',
  active: true,
  ...changed,
})
const update = (changed: object = {}, browser = admin) =>
  browser.send('POST', '/api/people/update', { body: form(changed) })
const rolesOf = async (id: string): Promise<Role[]> =>
  (await admin.send('GET', `/api/db/people_roles?id=in.(${id})`)).body[0]?.roles ?? []
const log = async (id: string) =>
  (await admin.send('GET', `/api/db/audit_log?resource_id=eq.${id}&order=created_at.asc,id.asc`)).body

describe('who asks', () => {
  test('is told who they are, and everything that their roles permit [API-014]', async () => {
    for (const path of ['/api/whoami', '/api/auth/whoami']) {
      const { body } = await ada.browser.send('GET', path)
      expect(body).toMatchObject({
        message: 'success',
        payload: { user: { id: ada.id, email, avatar: null }, roles: ['editor', 'responder'] },
      })
      const may = (object: string, action: string) =>
        body.payload.permissions.some(
          (one: { subject: string; object: string; action: string; deny: boolean }) =>
            one.subject === ada.id && one.object === object && one.action === action && !one.deny,
        )
      expect([may('canaries', 'write'), may('connections', 'read'), may('connections', 'write')]).toEqual([
        true,
        true,
        false,
      ])
    }
  })

  test('a change of roles acts on the next request of a running session [RBAC-005]', async () => {
    const write = async () =>
      (await ada.browser.send('PATCH', '/api/db/agents?id=is.null', { body: {} })).status
    expect(await write()).toBe(204)
    await update({ role: 'viewer' })
    expect(await write()).toBe(403)
    expect((await ada.browser.send('GET', '/api/whoami')).body.payload.roles).toEqual(['viewer'])
    await update({ role: 'editor' })
    expect(await write()).toBe(204)
  })
})

describe('a change of a user', () => {
  test('answers the new names, and the role replaces all roles [USR-017, API-013]', async () => {
    expect(await update({ firstName: 'Augusta Ada', lastName: 'King' })).toMatchObject({
      status: 200,
      body: { id: ada.id, email, name: { first: 'Augusta Ada', last: 'King' }, roles: ['viewer'] },
    })
    expect(await rolesOf(ada.id)).toEqual(['viewer'])
    const { body } = await admin.send('GET', `/api/db/identities?id=eq.${ada.id}`)
    expect(body[0]).toMatchObject({
      traits: { email, name: { first: 'Augusta Ada', last: 'King' } },
      state: 'active',
    })
  })

  test('without role keeps them, and keeps the state without one', async () => {
    await update({ role: undefined, active: undefined })
    expect(await rolesOf(ada.id)).toEqual(['editor', 'responder'])
  })

  test('is written down with who did it, from where, and what was before', async () => {
    await update({ firstName: 'Augusta' })
    const [row, ...more] = await log(ada.id)
    expect(more).toEqual([])
    expect(row).toMatchObject({
      person_id: adminId,
      actor: administrator.email,
      session_id: expect.any(String),
      address: expect.stringContaining('127.0.0.1'),
      action: 'update',
      resource: 'people',
      resource_name: 'Augusta Lovelace',
      before: { name: `ada${counter}`, roles: ['editor', 'responder'] },
      after: { name: 'Augusta Lovelace', roles: ['viewer'] },
    })
    expect(Object.keys(row.before)).toEqual(['name', 'roles'])
    await update({ firstName: 'Augusta' })
    expect(await log(ada.id)).toHaveLength(1)
  })

  test('that deactivates ends their sessions, and they cannot sign in until they are active again', async () => {
    expect(await update({ active: false })).toMatchObject({ status: 200, body: { state: 'inactive' } })
    expect((await ada.browser.send('GET', '/api/whoami')).status).toBe(401)
    const again = app.browser()
    expect((await again.signIn({ email, password: administrator.password })).status).toBe(400)
    expect((await admin.send('GET', `/api/db/identities?id=eq.${ada.id}`)).body[0].state).toBe('inactive')
    await update({ active: true })
    expect((await again.signIn({ email, password: administrator.password })).status).toBe(200)
  })

  test('takes only an address that nobody else has, however it is spelled', async () => {
    const taken = await update({ email: ' ADMIN@Example.com', firstName: 'Eve' })
    expect(taken).toMatchObject({
      status: 409,
      body: { error: 'User already exists', problems: [{ path: 'email', message: 'User already exists' }] },
    })
    const { body } = await admin.send('GET', `/api/db/people?id=eq.${ada.id}`)
    expect(body[0]).toMatchObject({ email, name: `ada${counter}` })
    expect(await update({ email: `NEW.${email}` })).toMatchObject({ body: { email: `new.${email}` } })
  })

  test.each([
    [{ role: 'owner' }, 'role', 'There is no role "owner"'],
    [{ firstName: '' }, 'firstName', 'Please provide valid first name'],
    [{ lastName: undefined }, 'lastName', 'Please provide valid last name'],
    [{ email: 'nobody' }, 'email', 'Entered value does not match email format'],
    [{ id: 'x' }, 'id', 'is not an id'],
    [{ active: 'yes' }, 'active', 'must be true or false'],
  ])('with %o names the field', async (changed, path, message) => {
    expect(await update(changed)).toMatchObject({
      status: 400,
      body: { code: 'EINVALID', problems: [{ path, message }] },
    })
    expect(await rolesOf(ada.id)).toEqual(['editor', 'responder'])
  })

  test('that does not exist is not found', async () => {
    expect(await update({ id: '01900000-0000-7000-8000-000000000000' })).toMatchObject({
      status: 404,
      body: { error: 'There is no user with this id' },
    })
  })
})

describe('the last administrator', () => {
  const last = 'Administrator is the last administrator: make someone else one first'
  const own = () => ({ id: adminId, firstName: 'Administrator', lastName: 'A', email: administrator.email })

  test('cannot lose the role or the account', async () => {
    const asEditor = await update({ ...own(), role: 'editor' })
    expect(asEditor).toMatchObject({ status: 409, body: { error: last } })
    expect(await rolesOf(adminId)).toEqual(['admin'])
    expect(await update({ ...own(), role: 'admin' })).toMatchObject({ status: 200 })
    await update({ ...own(), firstName: 'Administrator', lastName: '' })
    await app.database.pool.query(`update core.people set name = 'Administrator' where id = $1`, [adminId])
  })

  test('who is not active does not count as another one', async () => {
    await update({ role: 'admin', active: false })
    expect(await update({ ...own(), role: 'editor' })).toMatchObject({ status: 409 })
  })

  test('is never taken by two who demote each other at once', async () => {
    await update({ role: 'admin' })
    const answers = await Promise.all([
      update({ ...own(), role: 'editor' }, ada.browser),
      update({ role: 'editor' }),
    ])
    // The one who comes second is refused: as the last one, or as they are no administrator any more.
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      expect.toBeOneOf([403, 409]),
    ])
    const { rows } = await app.database.pool.query(
      `select from core.people_roles join core.people on id = person_id where role = 'admin' and active`,
    )
    expect(rows.length).toBe(1)
    await app.database.pool.query(
      `insert into core.people_roles values ($1, 'admin') on conflict do nothing`,
      [adminId],
    )
    await app.database.pool.query(`delete from core.people_roles where person_id = $1 and role <> 'admin'`, [
      adminId,
    ])
  })
})

describe('deleting a user', () => {
  const remove = (id: string, browser = admin) => browser.send('DELETE', `/api/people/${id}`)

  test('takes roles, teams, sessions and password; what they did keeps their name [USR-018, API-013]', async () => {
    const { rows } = await app.database.pool.query<{ id: string }>(
      `with team as (insert into core.teams (name, created_by) values ($1, $2) returning id)
       insert into core.team_members (team_id, person_id) select id, $2 from team returning team_id as id`,
      [`team of ${email}`, ada.id],
    )
    expect(await remove(ada.id)).toMatchObject({ status: 200, body: { id: ada.id } })
    expect((await ada.browser.send('GET', '/api/whoami')).status).toBe(401)
    expect((await app.browser().signIn({ email, password: administrator.password })).status).toBe(400)
    const left = await app.database.pool.query(
      `select person_id from core.people_roles where person_id = $1
       union all select person_id from core.sessions where person_id = $1
       union all select person_id from core.passwords where person_id = $1
       union all select person_id from core.team_members where person_id = $1`,
      [ada.id],
    )
    expect(left.rows).toEqual([])
    expect((await admin.send('GET', `/api/db/identities?id=eq.${ada.id}`)).body).toEqual([])
    const team = await admin.send('GET', `/api/db/teams?id=eq.${rows[0]?.id}&select=created_by(id,name)`)
    expect(team.body).toEqual([{ created_by: { id: ada.id, name: `ada${counter}` } }])
    expect(await log(ada.id)).toMatchObject([
      { action: 'delete', before: { email, roles: ['editor', 'responder'] }, after: null },
    ])
    expect(await remove(ada.id)).toMatchObject({ status: 404 })
  })

  test('takes the email from the row, which everyone who is signed in may read', async () => {
    const rowOf = async () =>
      (await admin.send('GET', `/api/db/people?id=eq.${ada.id}&select=name,email`)).body
    expect(await rowOf()).toEqual([{ name: `ada${counter}`, email }])
    await remove(ada.id)
    expect(await rowOf()).toEqual([{ name: `ada${counter}`, email: null }])
    const stored = await app.database.pool.query('select email from core.people where id = $1', [ada.id])
    expect(stored.rows).toEqual([{ email: null }])
    expect((await admin.send('GET', `/api/db/people?email=eq.${email}`)).body).toEqual([])
  })

  test('frees the address', async () => {
    await remove(ada.id)
    expect((await app.person(email)).id).not.toBe(ada.id)
  })

  test('is refused for oneself, and for the last administrator', async () => {
    expect(await remove(adminId)).toMatchObject({
      status: 409,
      body: { error: 'You cannot delete yourself' },
    })
    expect((await admin.send('GET', '/api/whoami')).status).toBe(200)
    expect(await update({ ...form(), id: adminId, active: false, email: administrator.email })).toMatchObject(
      {
        status: 409,
        body: { error: 'You cannot deactivate yourself' },
      },
    )
  })
})

describe('an invitation', () => {
  const input = {
    firstName: 'Grace',
    lastName: 'Hopper',
    email: ' Grace@Example.com ',
    role: 'editor',
  } as const
  const actor = (): Actor => ({ personId: adminId, name: 'A', email: administrator.email, roles: ['admin'] })

  test('answers the link that the identity service makes, and is written down [USR-016]', async () => {
    const made: unknown[] = []
    const accounts = {
      createInvitation: async (_client: unknown, invitation: object) => {
        made.push(invitation)
        return { link: 'https://binnacle.example.com/registration?code=x', code: 'x' }
      },
      endSessions: async () => {},
      withdrawInvitation: async () => false,
      removeCredentials: async () => {},
    }
    const dependencies = { pool: app.database.pool, accounts }
    expect(await inviteUser(dependencies, input, actor())).toEqual({
      link: 'https://binnacle.example.com/registration?code=x',
      code: 'x',
    })
    expect(made).toEqual([{ ...input, email: 'grace@example.com', invitedBy: adminId }])
    expect(await log('grace@example.com')).toMatchObject([
      { action: 'invite', after: { role: 'editor', email: 'grace@example.com' } },
    ])
    await expect(inviteUser(dependencies, { ...input, email: administrator.email }, actor())).rejects.toThrow(
      'User already exists',
    )
    expect(made).toHaveLength(1)
  })

  test('that the identity service refuses leaves nothing behind', async () => {
    const accounts = {
      createInvitation: () => Promise.reject(new Error('no')),
      endSessions: async () => {},
      withdrawInvitation: async () => false,
      removeCredentials: async () => {},
    }
    await expect(
      inviteUser({ pool: app.database.pool, accounts }, { ...input, email: 'x@example.com' }, actor()),
    ).rejects.toThrow('no')
    expect(await log('x@example.com')).toEqual([])
  })

  test('that nobody accepted yet cannot be changed, and says what to do', async () => {
    await admin.send('POST', '/api/auth/invite_user', { body: { ...input, email: 'invited@example.com' } })
    const { body } = await admin.send('GET', '/api/db/identities?invited=is.true')
    const { id } = body.find(
      (identity: { traits: { email: string } }) => identity.traits.email === 'invited@example.com',
    )
    const refused = {
      status: 409,
      body: {
        error:
          'This person has not accepted the invitation yet. To change it, withdraw it and invite them again',
      },
    }
    expect(await update({ id, email: 'invited@example.com' })).toMatchObject(refused)
    const roles = { body: { roles: ['viewer'] } }
    expect(await admin.send('POST', `/api/rbac/${id}/update_role`, roles)).toMatchObject(refused)
  })

  test('needs every field', async () => {
    expect(await admin.send('POST', '/api/auth/invite_user', { body: {} })).toMatchObject({
      status: 400,
      body: {
        problems: [
          { path: 'firstName', message: 'Please provide valid first name' },
          { path: 'lastName', message: 'Please provide valid last name' },
          { path: 'email', message: 'Please provide valid email' },
          { path: 'role', message: 'Please select any role' },
        ],
      },
    })
  })
})

describe('lists', () => {
  test('people, by name, with avatar and address [USR-005, USR-014]', async () => {
    const { body } = await ada.browser.send('GET', '/api/db/people?select=*&order=name.asc')
    expect(body.find((person: { id: string }) => person.id === ada.id)).toMatchObject({
      id: ada.id,
      name: `ada${counter}`,
      avatar: null,
      email,
    })
  })

  test('identities with traits and state, then their roles [USR-006, USR-015]', async () => {
    const { body } = await admin.send('GET', '/api/db/identities')
    const mine = body.find((identity: { id: string }) => identity.id === ada.id)
    expect(mine).toEqual({
      id: ada.id,
      traits: { email, name: { first: `ada${counter}`, last: '' } },
      state: 'active',
      created_at: expect.any(String),
      updated_at: expect.any(String),
      state_changed_at: expect.any(String),
      invited: false,
      name: `ada${counter}`,
      role_names: 'editor,responder',
    })
    const ids = body.map((identity: { id: string }) => identity.id).join(',')
    const roles = await admin.send('GET', `/api/db/people_roles?id=in.(${ids})`)
    expect(roles.body.find((row: { id: string }) => row.id === ada.id).roles).toEqual(['editor', 'responder'])
  })
})
