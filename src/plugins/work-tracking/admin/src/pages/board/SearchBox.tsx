import { Box, Searchbar } from '@strapi/design-system';
import type { KeyboardEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { refTyped } from '../../../../domain/ticket-ref';
import { useGetBoardProjectsQuery } from '../../api/board';
import { useTyped } from '../../hooks/typed';
import { pagePath } from '../../navigation';
import { useText } from '../../translations/messages';
import type { ChangeFilters } from './filters';

interface SearchBoxProps {
  value: string;
  onChange: ChangeFilters;
}

/** Finds tickets by a text. A ref, such as `WEB-12`, and Enter goes straight to its ticket. */
export function SearchBox({ value, onChange }: SearchBoxProps) {
  const text = useText();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { data: projects = [] } = useGetBoardProjectsQuery(undefined);
  const [typed, setTyped] = useTyped(value, (changed) => onChange({ text: changed }));

  function goToRef({ key, target }: KeyboardEvent) {
    if (key !== 'Enter' || !(target instanceof HTMLInputElement)) return;
    const keys = projects.map((project) => project.key);
    const ref = refTyped(keys, target.value);
    if (ref === undefined) return;
    const others = new URLSearchParams(params);
    others.delete('text');
    setTyped('');
    // The ticket takes the focus from here.
    target.blur();
    navigate({ pathname: pagePath('board', `/${encodeURIComponent(ref)}`), search: others.toString() });
  }

  return (
    <Box flex="1 1 20rem" maxWidth="26rem" onKeyDownCapture={goToRef}>
      <Searchbar
        name="text"
        size="S"
        value={typed}
        placeholder={text('board.filter.text_or_ref')}
        onChange={({ target }) => setTyped(target.value)}
        onClear={() => setTyped('')}
        clearLabel={text('board.filter.clear')}
      >
        {text('board.filter.text')}
      </Searchbar>
    </Box>
  );
}
