import type { TestServer } from './server';

/** A statement that the database was given. */
export interface Statement {
  sql: string;
  bindings: unknown[];
}

interface Request {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  token: string;
  body?: object;
  headers?: Record<string, string>;
  /** Strapi's own event that ends what follows the answer. */
  until?: 'entry.create' | 'entry.update' | 'entry.delete';
}

/**
 * Every statement that a request to v1 causes, from the look-up of its token to Strapi's own event after the commit:
 * all that run in the request's context. Nothing is delivered meanwhile.
 */
export const statementsOf = (server: TestServer, request: Request) =>
  server.run(
    async (strapi, { url, method, path, token, body, headers, until }) => {
      await strapi.plugin('work-tracking').service('dispatcher').stop();
      const statements: Statement[] = [];
      const note = ({ sql, bindings }: Partial<Statement> & { sql: string }) => {
        if (strapi.requestContext.get()?.url !== `/api/v1${path}`) return;
        statements.push({ sql, bindings: bindings ?? [] });
      };
      strapi.db.connection.on('query', note);
      const isOver = new Promise<void>((resolve) => {
        if (!until) resolve();
        else {
          const stopListening = strapi.eventHub.on(until, () => {
            stopListening();
            return Promise.resolve().then(resolve);
          });
        }
      });
      const { status } = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      await isOver;
      strapi.db.connection.removeListener('query', note);
      if (status >= 300 && status !== 304) throw new Error(`${method} ${path} was answered with ${status}.`);
      return statements;
    },
    { ...request, url: server.url },
  );
