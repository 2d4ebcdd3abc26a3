import type { Signers } from '../api/work';
import { useText } from '../translations/messages';

/** The names of who may approve as one text; empty for nobody. */
export function useSignerNames(): (signers: Signers) => string {
  const text = useText();
  return ({ signers, hasOtherSigners }) => {
    const names = signers.join(', ');
    return hasOtherSigners ? text('signOff.and_others', { names }) : names;
  };
}
