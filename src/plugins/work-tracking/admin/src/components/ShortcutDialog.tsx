import { Flex, Typography } from '@strapi/design-system';
import { Fragment } from 'react';
import { styled } from 'styled-components';
import { useText, type MessageId } from '../translations/messages';
import { ReadingDialog } from './ReadingDialog';

/** The keys that keyboards name in the language of the country. */
const NAMED_KEYS = {
  command: 'key.command',
  control: 'key.control',
  end: 'key.end',
  enter: 'key.enter',
  escape: 'key.escape',
  home: 'key.home',
  shift: 'key.shift',
  space: 'key.space',
} as const satisfies Record<string, MessageId>;

const isNamed = (key: string): key is keyof typeof NAMED_KEYS => Object.hasOwn(NAMED_KEYS, key);

/** What keys do. */
export interface Shortcut {
  does: MessageId;
  /** Each of them does it: keys that are pressed together. What is in `NAMED_KEYS` is shown by its name. */
  keys: readonly (readonly string[])[];
}

/** The shortcuts that there are in one place or state of the page. */
export interface ShortcutGroup {
  title: MessageId;
  shortcuts: readonly Shortcut[];
}

interface ShortcutDialogProps {
  groups: readonly ShortcutGroup[];
  onClose: () => void;
}

/** The list of a page's keys. */
export function ShortcutDialog({ groups, onClose }: ShortcutDialogProps) {
  const text = useText();
  return (
    <ReadingDialog title={text('shortcuts.title')} onClose={onClose}>
      <Flex direction="column" alignItems="stretch" gap={5}>
        {groups.map(({ title, shortcuts }) => (
          <section key={title}>
            <Typography tag="h3" variant="delta">
              {text(title)}
            </Typography>
            <dl>
              {shortcuts.map(({ does, keys }) => (
                <Line key={does}>
                  <Typography tag="dt">{text(does)}</Typography>
                  <Keys>
                    {keys.map((combination, index) => (
                      <Fragment key={combination.join()}>
                        {index > 0 && ` ${text('shortcuts.or')} `}
                        <Combination keys={combination} />
                      </Fragment>
                    ))}
                  </Keys>
                </Line>
              ))}
            </dl>
          </section>
        ))}
      </Flex>
    </ReadingDialog>
  );
}

/** Keys that are pressed together. */
function Combination({ keys }: { keys: readonly string[] }) {
  const text = useText();
  return (
    <>
      {keys.map((key, index) => (
        <Fragment key={key}>
          {index > 0 && '+'}
          <Key>{isNamed(key) ? text(NAMED_KEYS[key]) : key}</Key>
        </Fragment>
      ))}
    </>
  );
}

const Line = styled(Flex)`
  justify-content: space-between;
  gap: ${({ theme }) => theme.spaces[4]};
  padding: ${({ theme }) => theme.spaces[2]} 0;
  border-bottom: 1px solid ${({ theme }) => theme.colors.neutral150};
`;

const Keys = styled.dd`
  flex: none;
  color: ${({ theme }) => theme.colors.neutral600};
  font-size: ${({ theme }) => theme.fontSizes[2]};
`;

const Key = styled.kbd`
  padding: ${({ theme }) => `0 ${theme.spaces[1]}`};
  border: 1px solid ${({ theme }) => theme.colors.neutral300};
  border-radius: ${({ theme }) => theme.borderRadius};
  color: ${({ theme }) => theme.colors.neutral800};
  font-family: inherit;
`;
