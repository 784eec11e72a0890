import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../../lib/language.ts'
import classes from './ListBar.module.css'

interface Props {
  label: string
  value: ReactNode
  onTakeOff: () => void
}

/** A filter that is set, with a button to remove it. */
export const FilterChip = ({ label, value, onTakeOff }: Props) => (
  <li className={classes['set']}>
    <span>
      {label}: <b>{value}</b>
    </span>
    <button type="button" aria-label={t('Take off the filter {label}', { label })} onClick={onTakeOff}>
      <IconX size={13} aria-hidden />
    </button>
  </li>
)
