import type { Core } from '@strapi/types';
import type { SignOffRule } from '../../../../domain/sign-off';
import { configOf } from '../../config';
import { signers } from '../../records/person';
import { signOffProject } from '../../sign-off/state';

/** How the application signs off, for the page in the panel's settings. */
export interface SignOffRules {
  types: { type: string; name: string; rule: SignOffRule }[];
  /** The project whose decisions count, without a name while it is not there; null where none is set. */
  project: { key: string; name: string | null } | null;
  /** The options and verdicts that approve. */
  approvals: readonly string[];
  /** The names of people who may approve. */
  signers: string[];
}

const MAX_SIGNERS = 50;

/** What is set, and who may sign by the permissions of their roles. */
export async function signOffRules(strapi: Core.Strapi): Promise<SignOffRules> {
  const { project: key, types, approvals } = configOf(strapi).signOff;
  const project = await signOffProject(strapi);
  return {
    types: Object.entries(types).map(([type, rule]) => {
      const name = strapi.contentType(type as never).info.displayName;
      return { type, name, rule };
    }),
    project: key === '' ? null : { key, name: project?.name ?? null },
    approvals,
    signers: (await signers(strapi, [], MAX_SIGNERS)).map(({ name }) => name),
  };
}
