import { TextInput } from '@strapi/design-system';
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
import { Choice, Labelled } from '../../../components/fields';
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
      <Labelled
        label={text('board.view.name')}
        required
        error={isMissing && name.trim() === '' ? text('board.view.name_missing') : refused.name}
      >
        <TextInput
          value={name}
          maxLength={MAX_VIEW_NAME_LENGTH}
          onChange={({ target }) => {
            setName(target.value);
            forget('name');
          }}
        />
      </Labelled>
      <Labelled label={text('board.view.share')} hint={text('board.view.share.hint')}>
        <Choice
          choices={(data?.roles ?? []).map((one) => [String(one.id), one.name])}
          value={role === null ? '' : String(role)}
          placeholder={text('board.view.private')}
          onChange={(id) => setRole(id === '' ? null : Number(id))}
          clearLabel={text('board.filter.clear')}
        />
      </Labelled>
    </FormDialog>
  );
}
