import { assertKey, assertProjectName } from '../../../../domain/project';
import type { FieldRules } from '../../write/rules';

/** The rules of a project's fields (specification 5). */
export const projectFieldRules = (): FieldRules => ({
  key: (key) => assertKey('key', key),
  name: assertProjectName,
  ventureKey: (key) => assertKey('ventureKey', key),
});
