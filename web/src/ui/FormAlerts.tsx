import { Alert, Anchor } from '@mantine/core'
import { useContext, useEffect, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { t } from '../lib/language.ts'
import { FormContext, faultText, isTold, spoken } from './form-context.ts'
import classes from './RecordForm.module.css'
import { fieldId } from './useField.ts'

/** What kept the form from being saved, with a link to each field concerned. Takes the focus after each attempt. */
export function FaultSummary() {
  const { labels } = useContext(FormContext)
  const { formState, getValues } = useFormContext()
  const { errors, submitCount } = formState
  const box = useRef<HTMLDivElement>(null)
  const faults = Object.entries(errors).filter(([name]) => name !== 'root')
  const failed = Object.keys(errors).length > 0
  useEffect(() => {
    if (failed) box.current?.focus()
  }, [failed, submitCount])
  if (!failed) return null
  return (
    <Alert
      ref={box}
      tabIndex={-1}
      color="red"
      mb="sm"
      title={faults.length > 0 ? t('Please correct these fields') : t('Not saved')}
      role="alert"
    >
      {spoken(labels, errors.root?.message ?? '')}
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
              {faultText(
                labels,
                name,
                typeof fault?.message === 'string' ? fault.message : 'is not valid',
                fault && isTold(fault) ? true : getValues(name),
              )}
            </Anchor>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
