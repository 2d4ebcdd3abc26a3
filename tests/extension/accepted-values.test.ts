import { builtWith } from '../support/configured';
import { COMPONENTS, CUSTOM_FIELDS, CUSTOMER, extended } from '../support/extended';
import { startServer, type OwnServer } from '../support/server';

let server: OwnServer;

beforeAll(async () => {
  const files = { ...extended('ticket', CUSTOM_FIELDS), ...CUSTOMER, ...COMPONENTS };
  server = await startServer({ env: builtWith({ files }) });
});
afterAll(() => server.destroy());

const VALUES = [
  ...['', 'a', 'open', 'P1', 'gold', '5', '2026-02-20', '09:40', 'true', 'a@example.org', 'x'.repeat(256)],
  ...[0, 1, -1, 1.5, 1e21, true, false, null, {}, [], { a: 1 }, ['a'], [1]],
];

interface Outcome {
  name: string;
  value: unknown;
  ours: string;
  others: string;
}

it('accepts and refuses the same values as where Strapi judges them all', async () => {
  const outcomes: Outcome[] = await server.run(async (strapi, values) => {
    const model = strapi.contentType('plugin::work-tracking.ticket' as never) as unknown as {
      attributes: Record<string, { type: string; unique?: boolean }>;
    };
    // The same type, as far as it is judged, under the name of one that nothing is left out of.
    const other = Object.create(model, { uid: { value: 'api::customer.customer' } }) as object;
    const { entityValidator } = strapi as unknown as {
      entityValidator: Record<string, (...parameters: unknown[]) => Promise<Record<string, unknown>>>;
    };
    const found = [];
    for (const [name, { type, unique }] of Object.entries(model.attributes)) {
      // Strapi looks for what these need in the tables of the type.
      if (unique || ['relation', 'media', 'component', 'dynamiczone'].includes(type)) continue;
      for (const value of [...values, undefined]) {
        for (const validate of ['validateEntityCreation', 'validateEntityUpdate']) {
          const judge = async (judged: object) => {
            const data = {
              title: 'T',
              publishedAt: '2026-02-20T09:40:44.000Z',
              ...(value !== undefined && { [name]: value }),
            };
            try {
              const valid = (await entityValidator[validate]?.(judged, data)) ?? {};
              return JSON.stringify(Object.entries(valid).sort());
            } catch (error) {
              return (error as Error).message;
            }
          };
          found.push({ name, value, ours: await judge(model), others: await judge(other) });
        }
      }
    }
    return found;
  }, VALUES);
  expect(outcomes.length).toBeGreaterThan(500);
  expect(outcomes.filter(({ ours, others }) => ours !== others)).toEqual([]);
});
