import { useGetBoardLabelsQuery } from '../../api/board';

interface LabelSuggestionsProps {
  /** The `list` of the text field. */
  id: string;
  /** A project's public id; all of them without. */
  project?: string | undefined;
  /** Whether they are read; each time anew. The field is a combobox without them, too. */
  isAsked?: boolean;
}

/** The labels of tickets, as suggestions of a text field. */
export function LabelSuggestions({ id, project, isAsked = true }: LabelSuggestionsProps) {
  const { currentData: labels = [] } = useGetBoardLabelsQuery(
    { project },
    { skip: !isAsked, refetchOnMountOrArgChange: true },
  );
  return (
    <datalist id={id}>
      {labels.map((label) => (
        <option key={label} value={label} />
      ))}
    </datalist>
  );
}
