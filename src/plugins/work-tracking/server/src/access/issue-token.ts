import type { Core } from '@strapi/types';
import { WorkTrackingError } from '../../../domain/errors';
import { DAY_MS } from '../../../domain/period';
import { KEY_PATTERN } from '../../../domain/project';
import { apiPath } from '../config';
import { transact } from '../database/transact';
import { apiTokens, type ApiTokens } from '../host/api-tokens';
import { type Infer, z } from '../host/strapi-utils';
import type { Project } from '../records/project';
import { API_TOKEN, PROJECT } from '../uids';
import { ISSUED_HERE, PROJECT_BINDING } from './bindings';
import { isRead } from './token-strategy';

const key = z
  .string('give a key')
  .regex(KEY_PATTERN, 'has 1 to 64 letters, digits, "-" and "_", and starts with a letter');

/** The project and the rights of a new token (docs/command-line.md). */
const tokenRequest = z.strictObject({
  project: key,
  /** For a new project; its key by default. */
  venture: key.optional(),
  name: z.string().min(1).max(255).optional(),
  access: z.enum(['full', 'read-only']).default('full'),
  /** Lifetime in days; without it the token does not expire. */
  days: z.coerce.number().int().min(1).max(36_500).optional(),
});
export type TokenRequest = Infer<typeof tokenRequest>;

/** @throws Error with a sentence that names what is wrong */
export function parseTokenRequest(input: unknown): TokenRequest {
  const parsed = tokenRequest.safeParse(input);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(`A token can't be issued like this. ${problems.join('; ')}.`);
}

export interface IssuedToken {
  project_key: string;
  venture_key: string;
  tenant_id: string;
  /** In clear; only its hash is stored. */
  token: string;
}

/**
 * Issues a token for a project, which is created if it does not exist. The token opens nothing else in the same
 * Strapi.
 * @param actions every action of v1 that a token can hold
 * @throws WorkTrackingError `name_taken`; `venture_mismatch` when the existing project belongs to another venture
 */
export async function issueToken(
  strapi: Core.Strapi,
  request: TokenRequest,
  actions: readonly string[],
): Promise<IssuedToken> {
  return transact(strapi, async () => {
    const project = await projectFor(strapi, request);
    const tokens = apiTokens(strapi);
    const { id, accessKey } = await tokens.create({
      kind: 'content-api',
      name: await tokenName(tokens, request),
      description: `Opens project ${project.key} at ${apiPath(strapi)}`,
      type: 'custom',
      permissions: request.access === 'full' ? actions : actions.filter(isRead),
    });
    const expiry = request.days === undefined ? {} : expiryIn(request.days * DAY_MS);
    await strapi.db
      .query(API_TOKEN)
      .update({ where: { id }, data: { [PROJECT_BINDING]: project.id, [ISSUED_HERE]: true, ...expiry } });
    return {
      project_key: project.key,
      venture_key: project.ventureKey,
      tenant_id: project.documentId,
      token: accessKey,
    };
  });
}

/** Strapi's token service takes 7, 30 and 90 days only. */
const expiryIn = (lifespanMs: number) => ({
  lifespan: String(lifespanMs),
  expiresAt: new Date(Date.now() + lifespanMs),
});

async function projectFor(strapi: Core.Strapi, { project: key, venture }: TokenRequest): Promise<Project> {
  const existing: Project | null = await strapi.db.query(PROJECT).findOne({ where: { key } });
  if (!existing) {
    return strapi.documents(PROJECT as never).create({
      data: { key, name: key, ventureKey: venture ?? key } as never,
    }) as unknown as Promise<Project>;
  }
  if (venture !== undefined && venture !== existing.ventureKey) {
    throw new WorkTrackingError('venture_mismatch', {
      message: `Project ${key} belongs to venture ${existing.ventureKey}, not to ${venture}.`,
    });
  }
  return existing;
}

async function tokenName(tokens: ApiTokens, { project, name }: TokenRequest): Promise<string> {
  if (name !== undefined) {
    if (await tokens.exists({ name })) {
      throw new WorkTrackingError('name_taken', {
        message: `There is already a token called "${name}".`,
      });
    }
    return name;
  }
  let number = 1;
  while (await tokens.exists({ name: `${project} ${number}` })) number += 1;
  return `${project} ${number}`;
}
