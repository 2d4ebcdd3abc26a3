import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { Flex, Typography } from '@strapi/design-system';
import { Check } from '@strapi/icons';
import type { ReactNode } from 'react';
import { offeredOptions } from '../../../../domain/decision';
import { DECISION } from '../../api/documents';
import { FirstItems } from '../../components/Lists';
import { LongText, shortened } from '../../components/LongText';
import { Note } from '../../components/Note';
import { Timestamp } from '../../components/Time';
import { useText } from '../../translations/messages';

/** The fields of a decision that are shown here, each only if the user may read it. */
interface ShownDecision {
  state?: string;
  frontmatter?: Record<string, unknown> | null;
  verdict?: string | null;
  optionId?: string | null;
  note?: string | null;
  resolvedAt?: string | null;
}

/** Beside a decision: its options, and once it is resolved its resolution. */
export const ResolutionPanel: PanelComponent = ({ model, document }) => {
  const text = useText();
  if (model !== DECISION || !document) return null;
  const decision = document as ShownDecision;
  const isResolved = decision.state === 'resolved';
  if (!isResolved && offeredOptions(decision.frontmatter ?? {}).length === 0) return null;
  return {
    title: text(isResolved ? 'resolution.title' : 'resolve.options'),
    content: <Resolution decision={decision} />,
  };
};

function Resolution({ decision }: { decision: ShownDecision }) {
  const text = useText();
  const { frontmatter, verdict, optionId, note, resolvedAt } = decision;
  const options = offeredOptions(frontmatter ?? {});
  return (
    <Flex direction="column" alignItems="stretch" gap={3} width="100%">
      {verdict && <Fact name={text('resolve.verdict')}>{verdict}</Fact>}
      {options.length > 0 && (
        <FirstItems items={options}>
          {(shown) => (
            <ul aria-label={text('resolve.options')}>
              {shown.map(({ id, title }) => (
                <li key={id}>
                  <Flex gap={2}>
                    <Typography
                      fontWeight={id === optionId ? 'bold' : 'regular'}
                      minWidth={0}
                      style={{ overflowWrap: 'anywhere' }}
                    >
                      {shortened(title)}
                    </Typography>
                    {id === optionId && (
                      <Check aria-label={text('resolution.chosen')} role="img" fill="success600" />
                    )}
                  </Flex>
                </li>
              ))}
            </ul>
          )}
        </FirstItems>
      )}
      {optionId && !options.some(({ id }) => id === optionId) && (
        <Fact name={text('resolution.chosen')}>{optionId}</Fact>
      )}
      {note && <Fact name={text('resolve.note')}>{note}</Fact>}
      {resolvedAt && (
        <Fact name={text('history.resolved')}>
          <Timestamp at={resolvedAt} timeStyle="short" />
        </Fact>
      )}
    </Flex>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Note tag="div">{name}</Note>
      <Typography tag="div" style={{ overflowWrap: 'anywhere' }}>
        {typeof children === 'string' ? <LongText>{children}</LongText> : children}
      </Typography>
    </div>
  );
}
