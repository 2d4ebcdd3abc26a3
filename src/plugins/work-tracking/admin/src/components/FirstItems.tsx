import { Button, Flex } from '@strapi/design-system';
import { useState, type ReactNode } from 'react';
import { useText } from '../translations/messages';

/** More of the design system's components make the page slow. */
const PAGE_SIZE = 100;

interface FirstItemsProps<Item> {
  items: readonly Item[];
  children: (shown: readonly Item[]) => ReactNode;
}

/** The first of many items, and a button that shows more of them. */
export function FirstItems<Item>({ items, children }: FirstItemsProps<Item>) {
  const text = useText();
  const [limit, setLimit] = useState(PAGE_SIZE);
  return (
    <>
      {children(items.slice(0, limit))}
      {items.length > limit && (
        <Flex paddingTop={2}>
          <Button variant="tertiary" size="S" onClick={() => setLimit(limit + PAGE_SIZE)}>
            {text('list.more', { shown: limit, count: items.length })}
          </Button>
        </Flex>
      )}
    </>
  );
}
