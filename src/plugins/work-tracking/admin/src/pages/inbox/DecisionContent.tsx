import { Box } from '@strapi/design-system';
import { useRef, useState } from 'react';
import type { ContentReference } from '../../../../domain/content';
import { useChangeDecisionContentMutation, type InboxDecision } from '../../api/decisions';
import { useMayChooseEntries } from '../../api/entries';
import ContentList from '../../components/ContentList';
import { useErrorNotification } from '../../hooks/errors';
import { useInTurn } from '../../hooks/in-turn';
import { Fact, Facts } from './Facts';

const NONE: readonly ContentReference[] = [];

/** What the user has made of the content, and the version that it was or became. */
interface OwnChange {
  version: number;
  content: readonly ContentReference[];
}

/** The entries that a decision is about. Each change is saved by itself, one after another, under the version that was shown. */
export function DecisionContent({ decision }: { decision: InboxDecision }) {
  const { documentId, version, content, isContentEditable } = decision;
  const [change] = useChangeDecisionContentMutation();
  const notifyError = useErrorNotification();
  const [own, setOwn] = useState<OwnChange>();
  const saved = useRef(0);
  const inTurn = useInTurn();
  const mayChoose = useMayChooseEntries(isContentEditable);
  // Until the decision is read again, it is older than the user's own change.
  const shown = own && own.version >= version ? own.content : (content ?? NONE);
  if (shown.length === 0 && !mayChoose) return null;

  async function save(next: readonly ContentReference[]) {
    const result = await change({ documentId, version: Math.max(version, saved.current), content: next });
    if (notifyError(result)) {
      setOwn(undefined);
      return;
    }
    saved.current = result.data.version;
    // A newer change is shown already.
    setOwn((newest) => newest && { ...newest, version: result.data.version });
  }

  return (
    <Box paddingBottom={5}>
      <Facts>
        <Fact label="ticket.content">
          <ContentList
            content={shown}
            isEditable={isContentEditable}
            onChange={(next) => {
              setOwn({ version: Math.max(version, saved.current), content: next });
              void inTurn(() => save(next));
            }}
          />
        </Fact>
      </Facts>
    </Box>
  );
}
