import { Th, Thead, Tr, Typography } from '@strapi/design-system';
import { useText, type MessageId } from '../translations/messages';

/** The names of a table's columns. */
export function TableHead({ columns }: { columns: readonly MessageId[] }) {
  const text = useText();
  return (
    <Thead>
      <Tr>
        {columns.map((column) => (
          <Th key={column}>
            <Typography variant="sigma" textColor="neutral600">
              {text(column)}
            </Typography>
          </Th>
        ))}
      </Tr>
    </Thead>
  );
}
