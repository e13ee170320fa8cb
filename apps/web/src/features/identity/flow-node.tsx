import {
  Button,
  type ButtonVariant,
  buttonClass,
  Checkbox,
  CopyButton,
  PlainLink,
  TextField,
} from '@binnacle/ui'
import { type ReactNode, useState } from 'react'
import { ownPath } from '../../application/address/own-address.ts'
import type { AnchorNode, FlowNode, ImageNode, InputNode, TextNode } from './flow.ts'

/** Display state of a form. */
export interface NodeSetup {
  /** Key of the pressed button while its answer is awaited; see `buttonKey`. */
  pressed: string | undefined
  /** The node that takes the focus. */
  first: FlowNode | undefined
  /** Whether buttons take the whole width, as on a page with only this form. */
  wide: boolean
  /** Values typed earlier, by field name. They override the values of the service. */
  typed: Readonly<Record<string, string>>
}

/** Key of a button within its form. The name alone is not enough: several buttons may share it. */
export const buttonKey = ({ attributes: { name, value } }: InputNode): string =>
  `${name}=${String(value ?? '')}`

const labelOf = (node: InputNode): string => node.meta.label?.text ?? node.attributes.name

/** Names of destructive buttons, which must not look like the main action. */
const destructive = /_(unlink|disable|remove)$/

/** Renders one node of a form, of any type. */
export function Node(props: { node: FlowNode; setup: NodeSetup; variant: ButtonVariant }): ReactNode {
  const { node, setup, variant } = props
  if (node.type === 'input') return <Input node={node} setup={setup} variant={variant} />
  if (node.type === 'text') return <Text node={node} />
  if (node.type === 'img') return <Image node={node} />
  return <Anchor node={node} />
}

function Input({
  node,
  setup,
  variant,
}: {
  node: InputNode
  setup: NodeSetup
  variant: ButtonVariant
}): ReactNode {
  const { name, type, value, required, autocomplete, disabled, maxlength } = node.attributes
  if (type === 'hidden') return null
  if (type === 'submit' || type === 'button')
    return (
      <Button
        type="submit"
        name={name}
        value={String(value ?? '')}
        data-button={buttonKey(node)}
        variant={destructive.test(name) ? 'secondary' : variant}
        loading={setup.pressed === buttonKey(node)}
        disabled={disabled}
        className={setup.wide ? 'w-full' : undefined}
      >
        {labelOf(node)}
      </Button>
    )
  if (type === 'checkbox') return <Box node={node} />
  return (
    <TextField
      label={labelOf(node)}
      name={name}
      type={type}
      defaultValue={setup.typed[name] ?? (value === undefined ? undefined : String(value))}
      autoComplete={autocomplete ?? guessedAutocomplete[name]}
      inputMode={name === 'totp_code' && node.meta.label?.id !== EITHER_CODE ? 'numeric' : undefined}
      maxLength={maxlength}
      aria-required={required}
      // Read-only instead of disabled: browsers gray out disabled fields, and password managers skip them.
      readOnly={disabled}
      // eslint-disable-next-line jsx-a11y/no-autofocus -- the form has the page for itself: typing belongs into it
      autoFocus={node === setup.first}
      error={node.messages[0]?.text}
    />
  )
}

/** Id of the label of a field that also accepts a backup code, which contains letters. */
const EITHER_CODE = 1_010_007

/** `autocomplete` by field name, for fields to which the service gives none. */
const guessedAutocomplete: Readonly<Record<string, string>> = {
  identifier: 'username',
  totp_code: 'one-time-code',
  code: 'one-time-code',
  lookup_secret: 'off',
}

function Box({ node }: { node: InputNode }): ReactNode {
  const [ticked, setTicked] = useState(node.attributes.value === true)
  return (
    <>
      <Checkbox
        label={labelOf(node)}
        checked={ticked}
        onChange={setTicked}
        disabled={node.attributes.disabled ?? false}
      />
      {ticked && <input type="hidden" name={node.attributes.name} value="true" />}
    </>
  )
}

/** A text. Secrets get a box, so that people can copy them or write them down. */
function Text({ node }: { node: TextNode }): ReactNode {
  const { id, text } = node.attributes
  const codes = text.context?.secrets?.map((secret) => secret.text)
  if (codes === undefined && id !== SECRET_TEXT) return <p className="text-secondary">{text.text}</p>
  return (
    <div className="flex flex-col gap-1">
      {node.meta.label !== undefined && (
        <p className="text-small font-medium text-secondary">{node.meta.label.text}</p>
      )}
      <div className="flex items-start gap-1 rounded-control border border-line bg-band py-1.5 pr-1 pl-3">
        {codes === undefined ? (
          <code className="min-w-0 flex-1 self-center wrap-anywhere select-all">{text.text}</code>
        ) : (
          <ul className="grid min-w-0 flex-1 grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-x-4 gap-y-0.5 py-0.5">
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
        )}
        <CopyButton text={codes?.join('\n') ?? text.text} what={codes === undefined ? 'secret' : 'codes'} />
      </div>
    </div>
  )
}

/** The key to type into an authenticator app that cannot scan the code. */
const SECRET_TEXT = 'totp_secret_key'

/**
 * An image, such as the QR code for an authenticator app. The background is white in every theme, because cameras
 * need it.
 */
function Image({ node }: { node: ImageNode }): ReactNode {
  const { src, width, height } = node.attributes
  const label = node.meta.label?.text
  return (
    <figure className="flex flex-col gap-1">
      {label !== undefined && (
        <figcaption className="text-small font-medium text-secondary">{label}</figcaption>
      )}
      <img
        src={src}
        width={width}
        height={height}
        alt={label === undefined ? 'Code to scan' : 'QR code with the secret below'}
        className="h-auto max-w-full self-start rounded-control border border-line bg-[white] p-2"
      />
    </figure>
  )
}

function Anchor({ node }: { node: AnchorNode }): ReactNode {
  const { href, title } = node.attributes
  const path = ownPath(href, location.origin)
  if (path === undefined) return null
  return (
    <PlainLink href={path} className={buttonClass({ variant: 'primary' })}>
      {title.text}
    </PlainLink>
  )
}
