import { MultiSelect, TagsInput } from '@mantine/core'
import choices from '../shell/choices.module.css'
import { ReadValue } from './FieldGroup.tsx'
import { type SeveralProps, useSeveral } from './useSeveral.ts'

/** Several of many choices. A chosen value that is no longer offered has the label `gone`, and can be removed. */
export function SeveralField({ gone, ...props }: SeveralProps & { gone?: string }) {
  const { label, options, description } = props
  const { mode, value, set, input, called, textOf, chosen } = useSeveral(props, gone)
  if (mode === 'view') return <ReadValue label={label}>{textOf(value)}</ReadValue>
  const notOffered = chosen.filter((one) => !options.some((option) => option.value === one))
  return (
    <MultiSelect
      label={label}
      {...(description && { description })}
      data={[...options, ...notOffered.map((one) => ({ value: one, label: called(one) }))]}
      searchable
      hidePickedOptions
      withScrollArea={false}
      classNames={{ options: choices['options'] ?? '' }}
      {...input}
      value={chosen}
      onChange={set}
    />
  )
}

/** Several texts, with suggestions. */
export function TextsField({
  suggestions,
  ...props
}: Omit<SeveralProps, 'options'> & { suggestions: readonly string[] }) {
  const { label, description } = props
  const { mode, value, set, input, textOf, chosen } = useSeveral({ ...props, options: [] })
  if (mode === 'view') return <ReadValue label={label}>{textOf(value)}</ReadValue>
  return (
    <TagsInput
      label={label}
      {...(description && { description })}
      data={[...suggestions]}
      acceptValueOnBlur
      withScrollArea={false}
      classNames={{ options: choices['options'] ?? '' }}
      {...input}
      value={chosen}
      onChange={set}
    />
  )
}
