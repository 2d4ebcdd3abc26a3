import { entryName, type Entry } from '../api/entries';
import { useText } from '../translations/messages';

/** Names an entry as people do, or says why they get no name of it. */
export function useEntryName(): (entry: Entry) => string {
  const text = useText();
  const without = { hidden: () => text('content.hidden'), gone: () => text('content.gone') };
  return (entry) => (entry.state === 'readable' ? entryName(entry) : without[entry.state]());
}
