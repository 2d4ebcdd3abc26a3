import { Flex, IconButton, TextInput, Typography } from '@strapi/design-system';
import { Cross } from '@strapi/icons';
import { useRef, useState } from 'react';
import { styled } from 'styled-components';
import { MAX_LABEL_LENGTH } from '../../../domain/labels';
import { isComposing } from '../hooks/shortcut';
import { useText } from '../translations/messages';

interface LabelListProps {
  labels: readonly string[];
  isEditable: boolean;
  size?: 'S' | 'M';
  /** The typed text comes back into the field when it resolves to false. */
  onChange: (labels: string[]) => Promise<boolean>;
}

/** The labels of a ticket: each with a button that takes it away, and a field that adds one. */
export function LabelList({ labels, isEditable, size = 'S', onChange }: LabelListProps) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);

  async function add() {
    const label = typed.trim();
    if (label === '') return;
    // Before it is saved: who leaves the field meanwhile would add it twice.
    setTyped('');
    if (!(await onChange([...new Set([...labels, label])]))) setTyped((newer) => newer || label);
  }
  async function remove(label: string) {
    input.current?.focus();
    await onChange(labels.filter((other) => other !== label));
  }

  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      {labels.length > 0 && (
        <List aria-label={text('ticket.labels')}>
          {labels.map((label) => (
            <Label key={label}>
              <Typography variant="pi">{label}</Typography>
              {isEditable && (
                <IconButton
                  size="XS"
                  variant="ghost"
                  label={text('ticket.labels.remove', { label })}
                  onClick={() => void remove(label)}
                >
                  <Cross width="0.8rem" height="0.8rem" />
                </IconButton>
              )}
            </Label>
          ))}
        </List>
      )}
      {isEditable ? (
        <TextInput
          ref={input}
          size={size}
          value={typed}
          maxLength={MAX_LABEL_LENGTH}
          aria-label={text('ticket.labels.add')}
          placeholder={text('ticket.labels.add')}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={() => void add()}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event)) return;
            // The content manager's form would be saved.
            event.preventDefault();
            void add();
          }}
        />
      ) : (
        labels.length === 0 && <Typography textColor="neutral600">{text('history.nothing')}</Typography>
      )}
    </Flex>
  );
}

const List = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${({ theme }) => theme.spaces[1]};
`;

const Label = styled.li`
  display: flex;
  align-items: center;
  padding-left: ${({ theme }) => theme.spaces[2]};
  border: 1px solid ${({ theme }) => theme.colors.neutral200};
  border-radius: ${({ theme }) => theme.borderRadius};
  overflow-wrap: anywhere;
`;
