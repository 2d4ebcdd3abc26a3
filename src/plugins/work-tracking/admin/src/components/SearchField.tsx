import { Searchbar } from '@strapi/design-system';
import { useTyped } from '../hooks/typed';

interface SearchFieldProps {
  /** `text` by default. */
  name?: string;
  label: string;
  clearLabel: string;
  maxLength?: number;
  /** The text to search for; empty for none. */
  value: string;
  onChange: (value: string) => void;
}

/** A field for a text to search for. It follows what is searched for when that changes elsewhere, as by a link. */
export function SearchField({ name = 'text', label, value, onChange, ...props }: SearchFieldProps) {
  const [typed, setTyped] = useTyped(value, onChange);
  return (
    <Searchbar
      name={name}
      size="S"
      value={typed}
      placeholder={label}
      onChange={({ target }) => setTyped(target.value)}
      onClear={() => setTyped('')}
      {...props}
    >
      {label}
    </Searchbar>
  );
}
