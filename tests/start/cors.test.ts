import { startServer } from '../support/server';

/** Routes of v1, of Strapi's content API, and of the panel, log-in and access token among them. */
const ADDRESSES = [
  '/api/v1/tickets',
  '/api/v1/nothing',
  '/api/v1/openapi.json',
  '/api/users/me',
  '/admin/access-token',
  '/admin/login',
  '/admin/init',
  '/work-tracking/projects',
  '/_health',
];

const FOREIGN = 'https://evil.example';
const LISTED = 'https://app.example.com';

/** The headers of CORS that a page of this origin gets, from a preflight and from the request after it. */
async function headersFor(url: string, origin: string): Promise<Record<string, string>[]> {
  const asked = ['OPTIONS', 'GET', 'POST'].flatMap((method) =>
    ADDRESSES.map(async (address) => {
      const preflight = method === 'OPTIONS' ? { 'Access-Control-Request-Method': 'POST' } : undefined;
      const { headers } = await fetch(url + address, { method, headers: { Origin: origin, ...preflight } });
      return Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));
    }),
  );
  return Promise.all(asked);
}

it('a page of another origin may read nothing, unless CORS_ORIGINS names it', async () => {
  const server = await startServer();
  try {
    for (const headers of await headersFor(server.url, FOREIGN)) expect(headers).toEqual({});
    // The panel is of the same origin, and needs no header.
    expect((await fetch(`${server.url}/admin/init`, { headers: { Origin: server.url } })).status).toBe(200);
  } finally {
    await server.destroy();
  }
});

it('CORS_ORIGINS lets in the origins that it names, and no other', async () => {
  const server = await startServer({ env: { CORS_ORIGINS: `${LISTED}, http://localhost:5173` } });
  try {
    for (const origin of [LISTED, 'http://localhost:5173']) {
      for (const headers of await headersFor(server.url, origin)) {
        expect(headers).toMatchObject({
          'access-control-allow-origin': origin,
          'access-control-allow-credentials': 'true',
        });
      }
    }
    const preflight = await fetch(`${server.url}/api/v1/tickets`, {
      method: 'OPTIONS',
      headers: {
        Origin: LISTED,
        'Access-Control-Request-Method': 'PATCH',
        'Access-Control-Request-Headers': 'authorization,content-type',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toMatch(/PATCH/);
    for (const origin of [FOREIGN, `${LISTED}.evil.example`, 'http://app.example.com', 'null']) {
      for (const headers of await headersFor(server.url, origin)) expect(headers).toEqual({});
    }
  } finally {
    await server.destroy();
  }
});

it('CORS_ORIGINS=* lets in every origin, without cookies', async () => {
  const server = await startServer({ env: { CORS_ORIGINS: '*' } });
  try {
    for (const headers of await headersFor(server.url, FOREIGN)) {
      expect(headers['access-control-allow-origin']).toBe(FOREIGN);
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
  } finally {
    await server.destroy();
  }
});
