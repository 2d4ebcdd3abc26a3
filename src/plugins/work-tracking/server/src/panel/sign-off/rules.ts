import type { Core } from '@strapi/types';
import type { SignOffRule } from '../../../../domain/sign-off';
import { configOf } from '../../config';
import { signersWithout, type Signers } from '../../records/person';
import { signOffProject } from '../../sign-off/project';

/** How the application signs off, for the page in the panel's settings. */
export interface SignOffRules extends Signers {
  types: { type: string; name: string; rule: SignOffRule }[];
  /** The project whose decisions count, without a name while it is not there; null where none is set. */
  project: { key: string; name: string | null } | null;
  /** The options and verdicts that approve. */
  approvals: readonly string[];
}

/** How many are named of those who may sign. */
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
    project: key === '' ? null : { key: project?.key ?? key, name: project?.name ?? null },
    approvals,
    ...(await signersWithout(strapi, [], MAX_SIGNERS)),
  };
}
