import path from 'node:path';
import vm from 'node:vm';
import { transformSync } from '@swc/core';
import ticket from '../../src/plugins/work-tracking/server/src/content-types/ticket/schema.json';
import { fileTicket, newProject, type Api, tokenFor } from '../support/api';
import { builtWith } from '../support/configured';
import { extensionOf } from '../support/extended';
import { startServer, type OwnServer } from '../support/server';
import { codeAfter, ROOT } from './documents';

const EXTENDING = 'docs/extending.md';

/** The entry of config/plugins that the document shows. */
const { 'work-tracking': plugin } = vm.runInNewContext(`({ ${codeAfter(EXTENDING, 'moves')} })`) as {
  'work-tracking': { config: { moves: object; projectMoves: object } };
};

/** The application's src/index.ts that the document shows, as its build compiles it. */
const { code: rules } = transformSync(codeAfter(EXTENDING, 'rules'), {
  filename: 'index.ts',
  jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  module: { type: 'commonjs' },
  swcrc: false,
});

const { state } = ticket.attributes;
const withQa = {
  ...ticket,
  attributes: { ...ticket.attributes, state: { ...state, enum: [...state.enum, 'qa'] } },
};

let server: OwnServer;
let api: Api;

beforeAll(async () => {
  server = await startServer({
    env: {
      ...builtWith({ config: plugin.config, files: { 'index.js': rules, [extensionOf('ticket')]: withQa } }),
      // The build lies outside of the application, whose modules it uses.
      NODE_PATH: path.join(ROOT, 'node_modules'),
    },
  });
  api = await newProject(server);
});
afterAll(() => server.destroy());

describe('what extending.md shows', () => {
  it('lets a ticket into the status that a team has added', async () => {
    const { id } = await fileTicket(api, { effort: 'S' });
    for (const status of ['in_progress', 'in_review', 'qa', 'done']) {
      await api.patch(`/tickets/${id}`, { status }).expect(200);
    }
  });

  it('gives a project moves of its own', async () => {
    const ops = await tokenFor(server, 'OPS');
    const { id } = await fileTicket(ops, { effort: 'S' });
    await ops.patch(`/tickets/${id}`, { status: 'in_progress' }).expect(409);
    await ops.patch(`/tickets/${id}`, { status: 'done' }).expect(200);
  });

  it('refuses what a rule of the application refuses, in the form of the API, and writes nothing', async () => {
    const ops = await tokenFor(server, 'OPS');
    const filed = await fileTicket(ops);
    const { body } = await ops.patch(`/tickets/${filed.id}`, { status: 'done', title: 'Hello' }).expect(400);
    const message = 'Give the ticket an effort before it is done.';
    expect(body).toEqual({
      error: 'validation_failed',
      message,
      details: [{ path: 'effort', code: 'required', message }],
    });
    expect((await ops.get(`/tickets/${filed.id}`)).body.ticket).toEqual(filed);
    await ops.patch(`/tickets/${filed.id}`, { status: 'done', effort: 'S' }).expect(200);
  });

  it('answers with the sentence of a rule that gives nothing else', async () => {
    const { body } = await api.post('/tickets', { title: 'Call Acme' }).expect(400);
    expect(body).toEqual({ error: 'refused', message: 'Leave the customer out of the title.' });
  });

  it('fills in what a middleware of the application fills in', async () => {
    expect((await fileTicket(api)).type).toBe('task');
    expect((await fileTicket(api, { type: 'bug' })).type).toBe('bug');
  });

  it('changes records in code under the same rules', async () => {
    const source = `async (strapi, projectId) => { ${codeAfter(EXTENDING, 'documents')}; return ticket.documentId }`;
    const run = vm.runInThisContext(source) as (strapi: never, projectId: string) => Promise<string>;
    const id = await server.run(run as never, api.tenantId);
    const { body } = await api.get(`/tickets/${String(id)}`).expect(200);
    expect(body.ticket).toMatchObject({ title: 'Say hello', status: 'in_progress', version: 2 });
  });
});
