import { execFile } from 'node:child_process';
import { cpSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { v1 } from '../support/api';
import { builtWith } from '../support/configured';
import { COMPONENTS, CUSTOM_FIELDS, CUSTOMER, extended } from '../support/extended';
import { startServer, type OwnServer } from '../support/server';
import { makeFolder } from '../support/test-run';

let server: OwnServer;

beforeAll(async () => {
  const files = { ...extended('ticket', CUSTOM_FIELDS), ...CUSTOMER, ...COMPONENTS };
  server = await startServer({ env: builtWith({ files }) });
});
afterAll(() => server.destroy());

describe('a typed client of an extended application', () => {
  const ROOT = path.join(__dirname, '../..');
  const run = (file: string, ...args: string[]) =>
    promisify(execFile)(process.execPath, [path.join(ROOT, 'node_modules', file), ...args]);

  it('compiles, asks for a title by either name, and knows the types of custom fields', async () => {
    const folder = makeFolder('extended-client');
    cpSync(path.join(ROOT, 'examples/client'), folder, { recursive: true });
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
    const { body } = await v1(server, '').get('/openapi.json').expect(200);
    const document = path.join(folder, 'openapi.json');
    writeFileSync(document, JSON.stringify(body));
    await run('openapi-typescript/bin/cli.js', document, '--output', path.join(folder, 'api.ts'));
    // As a module of its own it is checked too; declarations are not.
    rmSync(path.join(folder, 'api.d.ts'));
    writeFileSync(
      path.join(folder, 'bodies.ts'),
      `import type { components, operations } from './api';
       type Body = components['schemas']['TicketCreateBody'];
       export const right: Body[] = [
         { title: 'T', extra: { a: [1, null] }, points: 3, cost: 1.5, billable: true, watchers: ['a'] },
         { name: 'T', extra: ['text'], zone: [{ __component: 'work.link', label: 'a' }] },
       ];
       // @ts-expect-error: it has neither title nor name
       export const untitled: Body = { points: 3 };
       // @ts-expect-error: it is a number
       export const wrong: Body = { title: 'T', points: '3' };
       type Resolution = components['schemas']['DecisionResolveBody'];
       export const verdicts: Resolution[] = [{ status: 'yes' }, { verdict: 'yes' }];
       // @ts-expect-error: it has no verdict
       export const undecided: Resolution = { note: 'n' };
       type Ticket = components['schemas']['Ticket'];
       export const tier: Ticket['customer_tier'] = 'gold' as 'gold' | 'silver' | null;
       // @ts-expect-error: it is none of the values
       export const noTier: Ticket['customer_tier'] = 'tin';
       export function told(change: components['schemas']['Change']): string | number | undefined {
         switch (change.action) {
           case 'ticket.updated':
             return change.record?.number;
           case 'decision.resolved':
             return change.record?.slug;
           case 'comment.created':
             return change.record && 'slug' in change.record ? change.record.slug : change.record?.number;
           case 'sign_off.skipped':
             return change.reason;
         }
         // @ts-expect-error: of others it is not known
         return change.record?.number;
       }
       type Filters = NonNullable<operations['ticketFind']['parameters']['query']>;
       export const filters: Filters = { customer: 'none', watchers: 'a', due_after: '2026-02-20', points_max: '3' };
       // @ts-expect-error: it has no range
       export const noRange: Filters = { billable_min: 'true' };
      `,
    );
    const { stdout } = await run('typescript/bin/tsc', '-p', folder, '--noEmit');
    expect(stdout).toBe('');
  });
});
