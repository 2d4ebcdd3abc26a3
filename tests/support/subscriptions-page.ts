import type { Admin } from './admin';
import { subscribe, type Api } from './api';
import type { TestServer } from './server';

/** Where nothing listens. */
export const NOWHERE = 'http://127.0.0.1:9/hook';

/** The panel's routes of the page of subscriptions. */
export const PATH = '/work-tracking/subscriptions';

/** A subscription in the list. */
export interface Row {
  documentId: string;
  [field: string]: unknown;
}

export const list = async (who: Admin, query: string): Promise<Row[]> =>
  (await who.get(`${PATH}?${query}`).expect(200)).body.data;

/** The only subscription of a project. */
export const rowOf = async (who: Admin, { projectKey }: Api): Promise<Row> => {
  const [one] = await list(who, `text=${projectKey}`);
  return one!;
};

/** A subscription to events that do not happen: its deliveries are those that a test inserts. */
export const quiet = (api: Api, url = NOWHERE) => subscribe(api, url, { event_types: ['ticket.updated'] });

/** The stored row of a subscription. */
export const columnsOf = (server: Pick<TestServer, 'run'>, id: string) =>
  server.run(
    (strapi, document_id) =>
      strapi.db.connection('work_tracking_webhook_subscriptions').where({ document_id }).first(),
    id,
  );
