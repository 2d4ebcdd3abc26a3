import {
  Box,
  Button,
  Flex,
  Grid,
  IconButton,
  Textarea,
  TextInput,
  useCallbackRef,
} from '@strapi/design-system';
import { ArrowDown, ArrowUp, Plus, Trash } from '@strapi/icons';
import { memo, useEffect, useId, useRef, useState } from 'react';
import { Labelled } from '../../components/fields';
import { useText } from '../../translations/messages';
import { newOption, swapped, withChange, type OptionDraft } from './frontmatter-draft';

interface OptionRowsProps {
  options: readonly OptionDraft[];
  disabled: boolean;
  onChange: (options: readonly OptionDraft[]) => void;
}

/** The options of a decision, to add, change, remove and put in another order. */
export function OptionRows({ options, disabled, onChange }: OptionRowsProps) {
  const text = useText();
  const list = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const focus = useFocusAfterChange(list);

  function add() {
    const option = newOption();
    onChange([...options, option]);
    focus(`[data-option="${option.key}"] input`);
  }
  // The rows are given the same functions each time, so that a key that is pressed draws one of them again.
  const change = useCallbackRef((key: number, part: Partial<OptionDraft>) => {
    onChange(options.map((option) => (option.key === key ? withChange(option, part) : option)));
  });
  const move = useCallbackRef((key: number, by: 1 | -1) => {
    const place = options.findIndex((option) => option.key === key);
    onChange(swapped(options, place, place + by));
    const isAtEnd = [0, options.length - 1].includes(place + by);
    focus(`[data-option="${key}"] [data-move="${isAtEnd ? -by : by}"]`);
  });
  const remove = useCallbackRef((key: number) => {
    onChange(options.filter((option) => option.key !== key));
    addButton.current?.focus();
  });

  return (
    <Flex ref={list} direction="column" alignItems="stretch" gap={3}>
      {options.map((option, place) => (
        <OptionRow
          key={option.key}
          option={option}
          number={place + 1}
          count={options.length}
          isTwice={options.some(({ key, id }) => key !== option.key && id !== '' && id === option.id)}
          disabled={disabled}
          onChange={change}
          onMove={move}
          onRemove={remove}
        />
      ))}
      <Flex>
        <Button ref={addButton} variant="secondary" startIcon={<Plus />} disabled={disabled} onClick={add}>
          {text('field.options.add')}
        </Button>
      </Flex>
    </Flex>
  );
}

/** @returns focuses what a CSS selector finds in the list, once the list is drawn again: elements that move lose focus */
function useFocusAfterChange(list: React.RefObject<HTMLElement>) {
  const [selector, setSelector] = useState('');
  useEffect(() => {
    if (selector === '') return;
    list.current?.querySelector<HTMLElement>(selector)?.focus();
    setSelector('');
  }, [list, selector]);
  return setSelector;
}

interface OptionRowProps {
  option: OptionDraft;
  /** Its place, from 1. */
  number: number;
  count: number;
  /** Does another option have the same id? */
  isTwice: boolean;
  disabled: boolean;
  onChange: (key: number, change: Partial<OptionDraft>) => void;
  onMove: (key: number, by: 1 | -1) => void;
  onRemove: (key: number) => void;
}

const OptionRow = memo(function OptionRow(props: OptionRowProps) {
  const { option, number, count, isTwice, disabled, onChange, onMove, onRemove } = props;
  const text = useText();
  const labelId = useId();
  // An option is complete or not once the focus has left it.
  const [isLeft, setIsLeft] = useState(option.hasOwnId);
  const { key, id, title, description } = option;
  const missing = (value: string) => isLeft && value === '' && text('field.options.missing');
  return (
    <Box
      role="group"
      aria-labelledby={labelId}
      data-option={key}
      padding={4}
      hasRadius
      borderColor="neutral200"
      background="neutral100"
      onBlur={({ currentTarget, relatedTarget }: React.FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) setIsLeft(true);
      }}
    >
      <Flex justifyContent="space-between" paddingBottom={2}>
        <Box id={labelId} tag="span" color="neutral600" fontSize={1} fontWeight="bold">
          {text('field.options.option', { number })}
        </Box>
        <Flex gap={1}>
          <IconButton
            label={text('field.options.up', { number })}
            data-move={-1}
            disabled={disabled || number === 1}
            onClick={() => onMove(key, -1)}
          >
            <ArrowUp />
          </IconButton>
          <IconButton
            label={text('field.options.down', { number })}
            data-move={1}
            disabled={disabled || number === count}
            onClick={() => onMove(key, 1)}
          >
            <ArrowDown />
          </IconButton>
          <IconButton
            label={text('field.options.remove', { number })}
            disabled={disabled}
            onClick={() => onRemove(key)}
          >
            <Trash />
          </IconButton>
        </Flex>
      </Flex>
      <Grid.Root gap={3}>
        <Grid.Item col={8} xs={12} direction="column" alignItems="stretch">
          <Labelled label={text('field.options.title')} required error={missing(title)}>
            <TextInput
              value={title}
              disabled={disabled}
              onChange={({ target }) => onChange(key, { title: target.value })}
            />
          </Labelled>
        </Grid.Item>
        <Grid.Item col={4} xs={12} direction="column" alignItems="stretch">
          <Labelled
            label={text('field.options.id')}
            required
            error={isTwice ? text('field.options.twice') : missing(id)}
          >
            <TextInput
              value={id}
              disabled={disabled}
              onChange={({ target }) => onChange(key, { id: target.value })}
            />
          </Labelled>
        </Grid.Item>
        {description !== undefined && (
          <Grid.Item col={12} direction="column" alignItems="stretch">
            <Labelled label={text('field.options.description')}>
              <Textarea
                value={description}
                rows={2}
                disabled={disabled}
                onChange={({ target }) => onChange(key, { description: target.value })}
              />
            </Labelled>
          </Grid.Item>
        )}
      </Grid.Root>
    </Box>
  );
});
