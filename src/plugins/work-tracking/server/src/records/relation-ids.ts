import { MAX_INTEGER } from '../../../domain/integers';

/** The ids in a relation as the database layer takes it: `1`, `[1]`, `{id: 1}`, `{set}`, `{connect, disconnect}`. */
export function idsIn(value: unknown): number[] {
  // The databases also take " 1" and "1.0" for 1.
  if (typeof value === 'string') return idsIn(Number(value));
  if (typeof value === 'number') return value >= 1 && value <= MAX_INTEGER ? [Math.round(value)] : [];
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (typeof value !== 'object' || value === null) return [];
  const { id, set, connect, disconnect } = value as Record<string, unknown>;
  return [id, set, connect, disconnect].flatMap(idsIn);
}
