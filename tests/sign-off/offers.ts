import supertest from 'supertest';
import { ARTICLES } from '../support/documents';
import type { TestServer } from '../support/server';

const READS = 'it reads';
const OF_FORMS = 'it sets how the forms of a type look';
const NO_WRITE = 'it returns what it is given, or a part of it';

/** What of it no test of the sign-off calls, and why. */
export const NOT_TRIED: Record<string, string> = {
  'documents().findMany': READS,
  'documents().findFirst': READS,
  'documents().findOne': READS,
  'documents().count': READS,
  'documents().omitComponentData': NO_WRITE,
  'documents().updateComponents': 'it is not asked: docs/sign-off.md, "What is not covered"',
  'entityService.findMany': READS,
  'entityService.findPage': READS,
  'entityService.findOne': READS,
  'entityService.count': READS,
  'entityService.load': READS,
  'entityService.loadPages': READS,
  'entityService.wrapParams': NO_WRITE,
  'entityService.wrapResult': NO_WRITE,
  'POST /content-manager/collection-types/:model/actions/bulkFindForValidation': READS,
  'POST /content-manager/uid/check-availability': READS,
  'POST /content-manager/uid/generate': READS,
  'PUT /content-manager/components/:uid/configuration': OF_FORMS,
  'PUT /content-manager/content-types/:uid/configuration': OF_FORMS,
};

/** A route, as far as it is looked at. */
interface Route {
  path: string;
  methods: string[];
}

/**
 * What an application of Strapi offers that may write an article or the one entry of the type `front`: the actions of the
 * document and the entity service, the routes of REST and of the content manager, and the mutations of GraphQL.
 */
export async function whatStrapiOffers(server: TestServer): Promise<string[]> {
  const inCode = await server.run((strapi, uid) => {
    const routes = (strapi.server.listRoutes() as never as Route[]).flatMap(({ path, methods }) =>
      methods.map((method) => ({ path, method })),
    );
    return {
      documents: Object.keys(strapi.documents(uid as never)),
      entityService: Object.keys(
        (strapi as unknown as { entityService: { implementation: object } }).entityService.implementation,
      ),
      routes: routes
        .filter(
          ({ path, method }) =>
            !['GET', 'HEAD'].includes(method) &&
            /^\/(content-manager|api\/(articles|front))(\/|$)/.test(path),
        )
        .map(({ path, method }) => `${method} ${path}`),
    };
  }, ARTICLES);
  const { body } = await supertest(server.url)
    .post('/graphql')
    .send({ query: '{ __schema { mutationType { fields { name } } } }' })
    .expect(200);
  const mutations: { name: string }[] = body.data.__schema.mutationType.fields;
  return [
    ...inCode.documents.map((action) => `documents().${action}`),
    ...inCode.entityService.map((action) => `entityService.${action}`),
    ...inCode.routes,
    ...mutations.filter(({ name }) => /Article|Front/.test(name)).map(({ name }) => `mutation ${name}`),
  ];
}
