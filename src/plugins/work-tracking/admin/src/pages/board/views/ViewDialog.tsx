import { Field, SingleSelect, SingleSelectOption, TextInput } from '@strapi/design-system';
import { useNotification } from '@strapi/strapi/admin';
import { useState } from 'react';
import { MAX_VIEW_NAME_LENGTH } from '../../../../../domain/board';
import type { BoardFilters } from '../../../api/board';
import {
  useAddBoardViewMutation,
  useChangeBoardViewMutation,
  useGetBoardViewsQuery,
  type BoardView,
} from '../../../api/board-views';
import { FormDialog } from '../../../components/FormDialog';
import { useRefusedFields } from '../../../hooks/refused-fields';
import { useText } from '../../../translations/messages';

interface ViewDialogProps {
  /** The view to change; none for a new one. */
  view: BoardView | undefined;
  /** The filters and the order of the board now. */
  filters: BoardFilters;
  onClose: () => void;
}

const FIELDS = { name: 'name' } as const;

/** Saves the board's filters under a name, or changes a view's name and with whom it is shared. */
export function ViewDialog({ view, filters, onClose }: ViewDialogProps) {
  const text = useText();
  const { refused, refusal, refuse, forget } = useRefusedFields(FIELDS);
  const { toggleNotification } = useNotification();
  const { data } = useGetBoardViewsQuery(undefined);
  const [add, adding] = useAddBoardViewMutation();
  const [change, changing] = useChangeBoardViewMutation();
  const [name, setName] = useState(view?.name ?? '');
  const [role, setRole] = useState(view?.role ?? null);
  const [isMissing, setMissing] = useState(false);

  async function submit() {
    setMissing(name.trim() === '');
    if (name.trim() === '') return;
    const input = { name, role, filters: view?.filters ?? filters };
    const result = await (view ? change({ ...input, id: view.id }) : add(input));
    if (refuse(result)) return;
    toggleNotification({ type: 'success', message: text('board.view.saved', { name: name.trim() }) });
    onClose();
  }

  return (
    <FormDialog
      title={text(view ? 'board.view.change' : 'board.view.save')}
      submit={text('action.save')}
      isLoading={adding.isLoading || changing.isLoading}
      refusal={refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field.Root
        required
        error={isMissing && name.trim() === '' ? text('board.view.name_missing') : refused.name}
      >
        <Field.Label>{text('board.view.name')}</Field.Label>
        <TextInput
          value={name}
          maxLength={MAX_VIEW_NAME_LENGTH}
          onChange={({ target }) => {
            setName(target.value);
            forget('name');
          }}
        />
        <Field.Error />
      </Field.Root>
      <Field.Root hint={text('board.view.share.hint')}>
        <Field.Label>{text('board.view.share')}</Field.Label>
        <SingleSelect
          value={role === null ? null : String(role)}
          placeholder={text('board.view.private')}
          onChange={(id) => setRole(Number(id))}
          onClear={() => setRole(null)}
          clearLabel={text('board.filter.clear')}
        >
          {data?.roles.map(({ id, name: roleName }) => (
            <SingleSelectOption key={id} value={String(id)}>
              {roleName}
            </SingleSelectOption>
          ))}
        </SingleSelect>
        <Field.Hint />
      </Field.Root>
    </FormDialog>
  );
}
