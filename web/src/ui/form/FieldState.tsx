import { Alert, Anchor, Text } from '@mantine/core'
import { useContext, useEffect, useLayoutEffect, useRef } from 'react'
import { useController, useFormContext, useFormState } from 'react-hook-form'
import { t } from '../../lib/language.ts'
import { type Check, FoldContext, FormContext, sayFault, type TextOf } from './form-context.ts'
import classes from './RecordForm.module.css'
import { repeatField } from './undo-save.ts'

const fieldId = (name: string) => `field-${name}`

interface Options {
  textOf?: TextOf
  check?: Check
}

/** One field of the surrounding form: its value, its setter, its fault as a sentence, and the form's mode. */
export function useField(name: string, label: string, { textOf, check }: Options = {}) {
  const { mode, labels, texts, checks } = useContext(FormContext)
  const { field, fieldState } = useController({ name })
  const fold = useContext(FoldContext)
  // A layout effect, so that the fold knows the field before it draws their count.
  useLayoutEffect(() => fold?.(name), [fold, name])
  useEffect(() => {
    labels.set(name, label)
    if (textOf) texts.set(name, textOf)
    if (check) checks.set(name, check)
  }, [labels, texts, checks, name, label, textOf, check])
  return {
    mode,
    value: field.value as unknown,
    set: field.onChange as (value: unknown) => void,
    /** Props of the input element; the id is the target of links in the fault summary. */
    input: {
      id: fieldId(name),
      // A link to this field focuses it.
      autoFocus: location.hash === `#${fieldId(name)}`,
      ref: field.ref,
      onBlur: field.onBlur,
      error: fieldState.error && sayFault(labels, name, fieldState.error, field.value),
    },
  }
}

/** Why the form was not saved, with a link to each field at fault. Takes the focus after each attempt. */
export function FaultSummary({ failure }: { failure: string | undefined }) {
  const { labels } = useContext(FormContext)
  const { getValues } = useFormContext()
  // Reading the errors through the context would redraw the whole form at each check of a field.
  const { errors, submitCount } = useFormState()
  const box = useRef<HTMLDivElement>(null)
  // A repeated number is shown where it is confirmed.
  const faults = Object.entries(errors).filter(([name]) => name !== 'root' && name !== repeatField)
  const failed = failure !== undefined || errors.root !== undefined || faults.length > 0
  useEffect(() => void (failed && box.current?.focus()), [failed, submitCount])
  if (!failed) return null
  const title = faults.length > 0 ? t('Please correct these fields') : t('Not saved')
  return (
    <Alert
      ref={box}
      tabIndex={-1}
      color="red"
      mb="sm"
      title={
        failure === undefined ? (
          title
        ) : (
          <Text inherit span c="var(--mantine-color-error)">
            {failure}
          </Text>
        )
      }
      role="alert"
    >
      {errors.root?.message}
      <ul className={classes['faults']}>
        {faults.map(([name, fault]) => (
          <li key={name}>
            <Anchor
              href={`#${fieldId(name)}`}
              inherit
              c="inherit"
              underline="always"
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(fieldId(name))?.focus()
              }}
            >
              {fault && sayFault(labels, name, fault, getValues(name))}
            </Anchor>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
