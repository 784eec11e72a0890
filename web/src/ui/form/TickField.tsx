import { Checkbox } from '@mantine/core'
import { ReadValue } from './FieldGroup.tsx'
import classes from './TickField.module.css'
import { type SeveralProps, useSeveral } from './useSeveral.ts'

/** A few checkboxes, all visible. */
export function TickField(props: SeveralProps) {
  const { label, options, description, required = false } = props
  const { mode, value, set, input, textOf, chosen } = useSeveral(props)
  if (mode === 'view') return <ReadValue label={label}>{textOf(value)}</ReadValue>
  return (
    <Checkbox.Group
      {...input}
      label={label}
      withAsterisk={required}
      {...(description && { description })}
      tabIndex={-1}
      wrapperProps={{ 'data-wide': true }}
      value={chosen}
      onChange={(next) => set(options.map((option) => option.value).filter((one) => next.includes(one)))}
    >
      <div className={classes['checks']}>
        {options.map((option) => (
          <Checkbox key={option.value} value={option.value} label={option.label} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
