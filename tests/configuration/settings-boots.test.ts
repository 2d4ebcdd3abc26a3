import { newProject, subscribe } from '../support/api';
import { failToStart, startServer } from '../support/server';

describe('a setting at the start (docs/settings.md)', () => {
  it('a bad one stops the boot with its sentence', async () => {
    const { log, code } = await failToStart({ DELIVERY_LEASE_MS: '20000' });
    expect(code).not.toBe(0);
    expect(log).toContain('DELIVERY_LEASE_MS (delivery.leaseMs) is 20000: it must be at least');
    const secret = await failToStart({ REDIS_URL: 'redis://app:hidden@redis:port' });
    expect(secret.code).not.toBe(0);
    expect(secret.log).toContain('REDIS_URL (redis.url) is not valid: expected redis://');
    expect(secret.log).not.toContain('hidden');
  });

  it.each(['development', ''])(
    'a server that was started with NODE_ENV=%s reaches no private address, unless it is set',
    async (environment) => {
      const isAllowedIn = async (env: Record<string, string>) => {
        const unset = { NODE_ENV: environment, DELIVERY_ALLOW_PRIVATE_NETWORKS: '' };
        const server = await startServer({ env: { ...unset, ...env } });
        const allowed = await server.run((strapi) =>
          strapi.config.get('plugin::work-tracking.delivery.allowPrivateNetworks'),
        );
        const api = await newProject(server);
        const body = { url: 'http://127.0.0.1/hook', secret: 's', event_types: ['ticket.created'] };
        const { status } = await api.post('/webhooks/subscriptions', body);
        await server.destroy();
        return [allowed, status];
      };
      expect(await isAllowedIn({})).toEqual([false, 400]);
      if (environment === '') {
        expect(await isAllowedIn({ DELIVERY_ALLOW_PRIVATE_NETWORKS: 'true' })).toEqual([true, 201]);
      }
    },
  );

  it('in production a subscription can not point at a private address, unless its network is allowed', async () => {
    const env = { DELIVERY_ALLOW_PRIVATE_NETWORKS: '', DELIVERY_ALLOWED_NETWORKS: '127.0.0.2/32' };
    const server = await startServer({ env });
    try {
      const api = await newProject(server);
      const body = { url: 'http://127.0.0.1/hook', secret: 's', event_types: ['ticket.created'] };
      const refused = await api.post('/webhooks/subscriptions', body).expect(400);
      expect(refused.body).toMatchObject({ error: 'validation_failed', details: [{ path: 'url' }] });
      await subscribe(api, 'http://127.0.0.2:9/hook');
    } finally {
      await server.destroy();
    }
  });
});
