import { Box, Flex, Radio, TextButton, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';
import type { Option } from '../../../domain/decision';
import { useText } from '../translations/messages';
import { FirstItems } from './Lists';
import { shortened } from './LongText';
import { Note } from './Note';

/** Characters of an option's description that are shown. */
export const DESCRIPTION_LENGTH = 2_000;

/** The options that a digit chooses, where the page listens to digits. */
export const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

interface OptionChoiceProps {
  options: readonly Option[];
  /** Empty for none. */
  optionId: string;
  onChoose: (id: string) => void;
  /** Shows the digits that choose the first ones. */
  hasDigits: boolean;
}

/** The options of a decision to choose one from. */
export function OptionChoice({ options, optionId, onChoose, hasDigits }: OptionChoiceProps) {
  const text = useText();
  return (
    <Box>
      <Flex justifyContent="space-between" paddingBottom={2}>
        <Typography variant="pi" fontWeight="bold" textColor="neutral800">
          {text('resolve.options')}
        </Typography>
        {optionId !== '' && (
          <TextButton onClick={() => onChoose('')}>{text('resolve.options.clear')}</TextButton>
        )}
      </Flex>
      <Radio.Group aria-label={text('resolve.options')} value={optionId} onValueChange={onChoose}>
        <FirstItems items={options}>
          {(shown) => (
            <Flex direction="column" alignItems="stretch" gap={2}>
              {shown.map(({ id, title, description }, index) => (
                <Choice key={id} $isChosen={id === optionId}>
                  <Radio.Item value={id}>
                    <Typography fontWeight="semiBold">{shortened(title)}</Typography>
                    {typeof description === 'string' && description !== '' && (
                      <Note tag="span" display="block">
                        {shortened(description, DESCRIPTION_LENGTH)}
                      </Note>
                    )}
                  </Radio.Item>
                  {hasDigits && index < DIGITS.length && <Key aria-hidden>{DIGITS[index]}</Key>}
                </Choice>
              ))}
            </Flex>
          )}
        </FirstItems>
      </Radio.Group>
    </Box>
  );
}

const Choice = styled.div<{ $isChosen: boolean }>`
  display: flex;
  align-items: flex-start;
  gap: ${({ theme }) => theme.spaces[2]};
  padding: ${({ theme }) => theme.spaces[3]};
  border-radius: ${({ theme }) => theme.borderRadius};
  border: 1px solid
    ${({ theme, $isChosen }) => ($isChosen ? theme.colors.primary600 : theme.colors.neutral200)};
  background: ${({ theme, $isChosen }) => ($isChosen ? theme.colors.primary100 : theme.colors.neutral0)};

  &:hover {
    border-color: ${({ theme }) => theme.colors.primary600};
  }

  > div {
    flex: 1;
    align-items: flex-start;
    min-width: 0;
  }

  label {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
    cursor: pointer;
  }
`;

/** A key of the keyboard; there is none where nothing hovers. */
export const Key = styled.kbd`
  padding: 0 ${({ theme }) => theme.spaces[1]};
  border: 1px solid ${({ theme }) => theme.colors.neutral300};
  border-radius: ${({ theme }) => theme.borderRadius};
  color: ${({ theme }) => theme.colors.neutral600};
  font-family: inherit;
  font-size: ${({ theme }) => theme.fontSizes[1]};
  line-height: ${({ theme }) => theme.lineHeights[4]};

  @media (hover: none) {
    display: none;
  }
`;
