import type { TestServer } from './server';

/**
 * A user of users-permissions, with a role that has these actions only.
 * @param key the project that the user belongs to; null for none
 */
export const newUser = (server: TestServer, key: string | null, actions: string[]) =>
  server.run(
    async (strapi, input) => {
      const project = input.key
        ? await strapi.db.query('plugin::work-tracking.project').findOne({ where: { key: input.key } })
        : null;
      const name = `user${Math.random().toString(36).slice(2)}`;
      const role = await strapi.db.query('plugin::users-permissions.role').create({
        data: { name, type: name, description: '' },
      });
      for (const action of input.actions) {
        await strapi.db
          .query('plugin::users-permissions.permission')
          .create({ data: { action, role: role.id } });
      }
      const created = await strapi.documents('plugin::users-permissions.user').create({
        data: {
          username: name,
          email: `${name}@example.com`,
          password: 'Secret-1',
          confirmed: true,
          provider: 'local',
          role: role.id,
          workTrackingProject: project?.id,
        } as never,
      });
      const jwt = strapi.plugin('users-permissions').service('jwt').issue({ id: created.id }) as string;
      return { jwt, id: created.documentId, numericId: created.id, name };
    },
    { key, actions },
  );
