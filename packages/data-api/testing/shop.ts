import type { Pool, PoolConfig } from 'pg'
import type { DataServiceOptions } from '../src/index.ts'
import { openAsk } from './ask.ts'
import { createTestDatabase } from './database.ts'

/** Customers with orders, of products, through a junction; views, computed columns and functions beside them. */
export const shopScript = `
create schema shop;
create table shop.customers (id integer primary key, name text not null, secret text);
create table shop.orders (
  id integer primary key, customer_id integer references shop.customers, note text, placed date default '2024-01-01',
  total integer check (total >= 0)
);
create table shop.products (id integer primary key, name text not null unique, parent_id integer references shop.products);
create table shop.orders_products (
  order_id integer references shop.orders, product_id integer references shop.products, primary key (order_id, product_id)
);
create table shop.parts (
  day date, id integer, note text, primary key (day, id)
) partition by range (day);
create table shop.parts_all partition of shop.parts default;
create view shop.spenders as select customer_id, sum(total) as total from shop.orders group by customer_id;
create view shop.open_orders as select id, customer_id, note from shop.orders where total is null;
create function shop.initial(shop.customers) returns text stable language sql as $$ select left($1.name, 1) $$;
create function shop.latest(shop.customers) returns setof shop.orders rows 1 stable language sql as
  $$ select o.* from shop.orders o where o.customer_id = $1.id order by o.id desc limit 1 $$;
create function shop.find(term text) returns setof shop.customers stable language sql as
  $$ select c.* from shop.customers c where c.name = term $$;
create function shop.wait(seconds double precision) returns void volatile language sql as $$ select pg_sleep(seconds) $$;
create function shop.raise(state text, message text, detail text) returns void volatile language plpgsql as
  $$ begin raise exception using errcode = state, message = message, detail = detail; end $$;
insert into shop.customers values (1, 'Ada', 'a'), (2, 'Bo', 'b'), (3, 'Cy', 'c');
insert into shop.orders (id, customer_id, note, total) values (1, 1, 'x', 10), (2, 1, 'y', 20), (3, 2, null, null), (4, null, 'z', 5);
insert into shop.products values (1, 'Nut', null), (2, 'Bolt', 1), (3, 'Nail', 1);
insert into shop.orders_products values (1, 1), (1, 2), (2, 3);
`

/** What a test asks, and the answer with its body read. */
export interface Shop {
  pool: Pool
  connection: PoolConfig
  /** Makes a service, which is closed after the file's last test, and returns how to ask it. */
  open<Actor>(
    options: Partial<DataServiceOptions<Actor>>,
    actor: Actor,
  ): Promise<Ask & { reload(): Promise<void> }>
}

interface Answer {
  status: number
  headers: Headers
  body: unknown
}

export type Ask = (
  target: string,
  more?: { body?: unknown; text?: string; headers?: Record<string, string> },
) => Promise<Answer>

/** Asks are written `GET /customers?id=eq.1`. */
export async function openShop(): Promise<Shop> {
  const { pool, connection } = await createTestDatabase(shopScript)
  return {
    pool,
    connection,
    open: (options, actor) => openAsk({ connection, connections: 4, schemas: ['shop'], ...options }, actor),
  }
}
