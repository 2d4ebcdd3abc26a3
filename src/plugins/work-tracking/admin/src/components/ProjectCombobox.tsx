import { Combobox, ComboboxOption } from '@strapi/design-system';

interface Project {
  documentId: string;
  key?: string;
  name?: string;
}

interface ProjectComboboxProps {
  projects: readonly Project[];
  label: string;
  /** Said while none is chosen; the label unless given. */
  placeholder?: string;
  clearLabel: string;
  /** A project's public id; empty for none. */
  value: string;
  onChange: (documentId: string) => void;
}

/** What a project is called where it is chosen: its key, and its name where that says more. */
export const projectLabel = ({ key, name }: Project) =>
  name === undefined || name === key ? key : `${key} · ${name}`;

/** A filter by project. */
export function ProjectCombobox(props: ProjectComboboxProps) {
  const { projects, label, placeholder = label, clearLabel, value, onChange } = props;
  return (
    <Combobox
      size="S"
      aria-label={label}
      placeholder={placeholder}
      value={value}
      onChange={(documentId) => onChange(documentId)}
      onClear={() => onChange('')}
      clearLabel={clearLabel}
    >
      {projects.map((project) => (
        <ComboboxOption
          key={project.documentId}
          value={project.documentId}
          textValue={project.key ?? project.documentId}
        >
          {projectLabel(project)}
        </ComboboxOption>
      ))}
    </Combobox>
  );
}
