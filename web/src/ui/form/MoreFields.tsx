import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useCallback, useId, useState } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { decimal } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { FoldContext, useFormMode } from './form-context.ts'
import classes from './MoreFields.module.css'

const isFilled = (value: unknown) => Boolean(value) && JSON.stringify(value) !== '{}'

/** Whether one of these fields has a fault, and whether one was typed into or restored. */
function useFoldState(names: readonly string[]) {
  const { errors, dirtyFields, submitCount } = useFormState()
  const concerns = (fields: object) => names.some((name) => name in fields)
  return { isFaulty: concerns(errors), isTyped: concerns(dirtyFields), submitCount }
}

/**
 * Rarely used fields of a form, folded behind one line. They stay part of the form and in its order; the fold opens by itself if one of
 * them is filled or has a fault.
 */
export function MoreFields({ children }: { children: ReactNode }) {
  const mode = useFormMode()
  return mode === 'view' ? children : <Fold isNew={mode === 'create'}>{children}</Fold>
}

function Fold({ isNew, children }: { isNew: boolean; children: ReactNode }) {
  const id = useId()
  const { getValues } = useFormContext()
  const [names, setNames] = useState<readonly string[]>([])
  const add = useCallback((name: string) => setNames((known) => (known.includes(name) ? known : [...known, name])), [])
  const { isFaulty, isTyped, submitCount } = useFoldState(names)
  const [chosen, setChosen] = useState<boolean | null>(null)
  const [shownAttempt, setShownAttempt] = useState(0)
  // Each attempt to save shows its faults, even if the user has folded the fields.
  if (isFaulty && shownAttempt !== submitCount) {
    setShownAttempt(submitCount)
    setChosen(true)
  }
  // The initial values of a new record are only suggestions, which do not open the fold; a link to a field may point to one of these.
  const hasValues = () => !isNew && names.some((name) => isFilled(getValues(name)))
  const isOpen = chosen ?? (isTyped || hasValues() || location.hash.startsWith('#field-'))
  return (
    <FoldContext value={add}>
      <UnstyledButton
        className={`sheet ${classes['line']}`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setChosen(!isOpen)}
      >
        <IconChevronRight size={16} aria-hidden />
        {t('More fields ({count})', { count: decimal(names.length) })}
      </UnstyledButton>
      <div id={id} hidden={!isOpen}>
        {children}
      </div>
    </FoldContext>
  )
}
