import { setTimeout as sleep } from 'node:timers/promises';
import { onServer } from './global-setup.ts';

const WITHIN_MS = 300_000;
const LOOK_MS = 100;

/** Where a transaction is to wait. */
interface Place {
  readonly table: string;
  readonly event: 'insert' | 'update' | 'delete';
  /** An SQL condition on the row, named `new`, or `old` if it is deleted. */
  readonly when: string;
}

/** A gate in a database: whoever writes a certain row waits in front of it. */
export interface Gate {
  /** Waits until a transaction stands at the gate. Returns the application name of its connection. */
  reached(): Promise<string>;
  /** Lets everybody pass from now on. */
  open(): Promise<void>;
}

/**
 * Makes every transaction that writes a certain row wait before it does, so that a process can be killed in the middle
 * of its work although the work takes less than a second. The gate stays closed until it is opened, also if the
 * database restarts.
 */
export async function closeGate(url: () => string, { table, event, when }: Place): Promise<Gate> {
  const name = `test_gate_${table}_${event}`;
  const run = (text: string) => onServer(url(), (client) => client.query(text));
  await run(`
    create table if not exists test_gate (name text primary key, is_closed boolean not null);
    grant select on test_gate to public;
    create or replace function test_gate_wait() returns trigger language plpgsql as $$
      begin
        while exists (select from test_gate where name = tg_name and is_closed) loop
          perform pg_sleep(0.02);
        end loop;
        return coalesce(new, old);
      end $$;
    insert into test_gate values ('${name}', true) on conflict (name) do update set is_closed = true;
    create or replace trigger ${name} before ${event} on ${table} for each row when (${when})
      execute function test_gate_wait()`);
  return {
    // Looks on one connection: making a new one takes fifty times as long as a look.
    reached: () =>
      onServer(url(), async (client) => {
        const waiting = "select application_name as name from pg_stat_activity where wait_event = 'PgSleep'";
        for (const until = Date.now() + WITHIN_MS; Date.now() < until; await sleep(LOOK_MS)) {
          const [one] = (await client.query<{ name: string }>(waiting)).rows;
          if (one) return one.name;
        }
        throw new Error(`Nobody came to ${name}`);
      }),
    open: async () => void (await run(`update test_gate set is_closed = false where name = '${name}'`)),
  };
}
