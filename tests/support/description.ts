import type http from 'node:http';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

/** A request to v1 and its answer. */
export interface Exchange {
  method: string;
  /** Below v1, with its query. */
  path: string;
  /** The value that was sent as JSON. */
  sent: unknown;
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** An application's OpenAPI document, to check its answers against. */
export interface Description {
  /** @throws Error when the answer, or a request that it accepted, is not described */
  check(exchange: Exchange): void;
  /** @returns what is wrong with an event as it was received; empty when nothing is */
  problemsOfEvent(type: string, headers: http.IncomingHttpHeaders, body: unknown): string[];
}

type Json = Record<string, unknown>;
interface Parameter {
  name: string;
  in: string;
  required?: boolean;
}
interface Answer {
  headers?: Record<string, { required?: boolean }>;
  content?: Json;
}
interface Operation {
  parameters?: Parameter[];
  requestBody?: object;
  /** Responses that are the same everywhere are among the components. */
  responses: Record<string, Answer | { $ref: string }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { responses: Record<string, Answer> };
}

const descriptions = new Map<string, Description>();

/** The documents of all applications in this process; an event does not say which of them sent it. */
export const knownDescriptions = (): Description[] => [...descriptions.values()];

/** @returns undefined for an application that does not describe itself */
export async function describedAt(url: string): Promise<Description | undefined> {
  const answer = await fetch(`${url}/api/v1/openapi.json`);
  if (answer.status !== 200) return undefined;
  const text = await answer.text();
  const known = descriptions.get(text);
  if (known) return known;
  const description = createDescription(JSON.parse(text) as Document);
  descriptions.set(text, description);
  return description;
}

/** The document allows further properties in records; tests don't. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const schema = Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, closed(entry)]));
  const isRecord = schema.type === 'object' && 'properties' in schema;
  return isRecord ? { additionalProperties: false, ...schema } : schema;
}

const ROOT = 'openapi.json';

const pointer = (...segments: string[]) =>
  `${ROOT}#/${segments
    .map((segment) => encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/')}`;

function createDescription(document: Document): Description {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema(closed(document) as Json, ROOT);

  function problemsOf(value: unknown, ...segments: string[]): string[] {
    const validate = ajv.getSchema(pointer(...segments)) as ValidateFunction | undefined;
    if (!validate) return [`${pointer(...segments)} is no schema`];
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
    );
  }

  /** Checks query parameters or headers. */
  function problemsOfParameters(
    operation: Operation,
    place: string,
    given: (name: string) => unknown,
    ...segments: string[]
  ): string[] {
    return (operation.parameters ?? []).flatMap((parameter, index) => {
      if (parameter.in !== place) return [];
      const value = given(parameter.name);
      if (value === undefined) return parameter.required ? [`${parameter.name} is missing`] : [];
      return problemsOf(value, ...segments, 'parameters', String(index), 'schema');
    });
  }

  /** An accepted request must match the document. */
  function problemsOfRequest(operation: Operation, query: string, sent: unknown, segments: string[]) {
    const values = new URLSearchParams(query);
    const asGiven = (name: string) => {
      const text = values.get(name);
      return text !== null && /^\d+$/.test(text) && ['limit', 'offset', 'after', 'wait'].includes(name)
        ? Number(text)
        : (text ?? undefined);
    };
    const inQuery = problemsOfParameters(operation, 'query', asGiven, ...segments);
    const hasBody = sent !== undefined && operation.requestBody !== undefined;
    const media = ['requestBody', 'content', 'application/json', 'schema'];
    return [...inQuery, ...(hasBody ? problemsOf(sent, ...segments, ...media) : [])];
  }

  function problemsOfAnswer(operation: Operation, exchange: Exchange, segments: string[]): string[] {
    const status = String(exchange.status);
    const found = operation.responses[status];
    if (!found) return [`the status ${status} is not described`];
    const shared = '$ref' in found ? found.$ref.replace('#/components/responses/', '') : undefined;
    const own =
      shared === undefined ? [...segments, 'responses', status] : ['components', 'responses', shared];
    const response = shared === undefined ? (found as Answer) : document.components.responses[shared]!;
    const inHeaders = Object.entries(response.headers ?? {}).flatMap(([name, { required }]) => {
      const value = exchange.headers[name.toLowerCase()];
      if (value === undefined) return required ? [`the header ${name} is missing`] : [];
      return problemsOf(value, ...own, 'headers', name, 'schema');
    });
    const [type = ''] = (exchange.headers['content-type'] ?? '').split(';');
    if (!response.content && type === '') return inHeaders;
    if (!response.content || !(type in response.content)) return [...inHeaders, `${type} is not described`];
    const isJson = type === 'application/json' && exchange.method !== 'HEAD';
    return [...inHeaders, ...(isJson ? problemsOf(exchange.body, ...own, 'content', type, 'schema') : [])];
  }

  const templates = Object.keys(document.paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
  }));

  /** An unknown path or method must be answered as such. */
  function problemsOfNoRoute({ status, headers, body }: Exchange): string[] {
    if (status === 404) return problemsOf(body, 'components', 'schemas', 'NotFoundError');
    if (status !== 405) return [`it is not described, and yet it is answered ${status}`];
    const allow = headers.allow ? [] : ['the header Allow is missing'];
    return [...allow, ...problemsOf(body, 'components', 'schemas', 'MethodNotAllowedError')];
  }

  return {
    check(exchange) {
      const [path = '', query = ''] = exchange.path.split('?');
      const template = templates.find(({ pattern }) => pattern.test(path))?.template;
      const method = exchange.method === 'HEAD' ? 'get' : exchange.method.toLowerCase();
      const operation = template === undefined ? undefined : document.paths[template]?.[method];
      const segments = ['paths', template ?? '', method];
      const problems = operation
        ? [
            ...problemsOfAnswer(operation, exchange, segments),
            ...(exchange.status < 300 ? problemsOfRequest(operation, query, exchange.sent, segments) : []),
          ]
        : problemsOfNoRoute(exchange);
      if (problems.length === 0) return;
      throw new Error(
        `${exchange.method} ${exchange.path} is not as openapi.json describes it:\n${problems.join('\n')}\n` +
          `${exchange.status} ${JSON.stringify(exchange.body)}`,
      );
    },

    problemsOfEvent(type, headers, body) {
      const operation = document.webhooks[type]?.post;
      if (!operation) return [`the event ${type} is not described`];
      const segments = ['webhooks', type, 'post'];
      return [
        ...problemsOfParameters(operation, 'header', (name) => headers[name.toLowerCase()], ...segments),
        ...problemsOf(body, ...segments, 'requestBody', 'content', 'application/json', 'schema'),
      ];
    },
  };
}
