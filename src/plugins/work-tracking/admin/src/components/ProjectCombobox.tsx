import { Combobox, ComboboxOption } from '@strapi/design-system';
import type { ProjectChoice } from '../api/responses';
import { useCombobox } from './combobox';

interface ProjectComboboxProps {
  projects: readonly ProjectChoice[];
  label: string;
  /** Shown while no project is chosen; the label by default. */
  placeholder?: string;
  clearLabel: string;
  /** A project's public id; empty for none. */
  value: string;
  onChange: (documentId: string) => void;
}

/** A project's key, followed by its name unless that is the same. */
export const projectLabel = ({ key, name }: ProjectChoice) =>
  name === undefined || name === key ? key : `${key} · ${name}`;

/** A filter by project. */
export function ProjectCombobox(props: ProjectComboboxProps) {
  const { projects, label, placeholder = label, clearLabel, value, onChange } = props;
  const chosen = projects.find(({ documentId }) => documentId === value);
  return (
    <Combobox
      {...useCombobox(value, chosen?.key, onChange)}
      size="S"
      aria-label={label}
      placeholder={placeholder}
      clearLabel={clearLabel}
    >
      {projects.map((project) => (
        <ComboboxOption key={project.documentId} value={project.documentId} textValue={project.key}>
          {projectLabel(project)}
        </ComboboxOption>
      ))}
    </Combobox>
  );
}
