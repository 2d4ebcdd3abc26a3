import supertest from 'supertest';
import { strapiToken } from '../support/tokens';
import type { Editors } from './editors';

/** Why something was not done, as Strapi's error says it. */
export interface Refusal {
  name: string;
  message: string;
  details: unknown;
}

/** What a call comes to: nothing where it has done what it was asked for. */
type Outcome = Promise<Refusal | undefined>;

/** Who calls Strapi, each in one way. */
export interface Callers {
  /** The document service, in a host's own code. */
  documents: (uid: string, action: string, params: object) => Outcome;
  /** The entity service of Strapi 4, in a host's own code. */
  entityService: (action: string, ...args: unknown[]) => Outcome;
  /** Strapi's REST API. */
  rest: (method: 'post' | 'put' | 'delete', path: string, data?: object) => Outcome;
  graphql: (query: string, variables?: object) => Outcome;
  /** The content manager. */
  panel: (method: 'post' | 'put' | 'delete', path: string, body?: object) => Outcome;
}

/** Callers who may do all, as far as the sign-off lets them. */
export async function callersOf({ server, admin }: Editors): Promise<Callers> {
  const { accessKey } = await strapiToken(server, null, { type: 'full-access' });
  const http = supertest(server.url);

  const inCode = (service: 'documents' | 'entityService', action: string, args: unknown[]): Outcome =>
    server.run(
      async (strapi, given) => {
        const [uid] = given.args;
        const isOfType = given.service === 'documents';
        type Actions = Record<string, (...args: unknown[]) => Promise<unknown>>;
        const actions = isOfType
          ? (strapi.documents(uid as never) as never as Actions)
          : (strapi as unknown as { entityService: Actions }).entityService;
        try {
          await actions[given.action]!(...given.args.slice(isOfType ? 1 : 0));
          return undefined;
        } catch (error) {
          const { name, message, details } = error as Refusal;
          return { name, message, details };
        }
      },
      { service, action, args },
    );

  return {
    documents: (uid, action, params) => inCode('documents', action, [uid, params]),
    entityService: (action, ...args) => inCode('entityService', action, args),
    async rest(method, path, data) {
      const request = http[method](path).set('Authorization', `Bearer ${accessKey}`);
      return (await request.send(data && { data })).body.error;
    },
    async graphql(query, variables) {
      const { body } = await http
        .post('/graphql')
        .set('Authorization', `Bearer ${accessKey}`)
        .send({ query, variables });
      const [error] = (body.errors ?? []) as { message: string; extensions: { error: Refusal } }[];
      return error && { ...error.extensions.error, message: error.message };
    },
    async panel(method, path, body = {}) {
      const url = `/content-manager${path}`;
      const { body: answer } = await (method === 'delete' ? admin.delete(url) : admin[method](url, body));
      return answer.error;
    },
  };
}
