import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '../../lib/language.ts'
import type { Search } from '../../lib/search.ts'
import classes from './RecordStory.module.css'

/** Done; where it stands now; left out, though what follows is there; or still to come. */
export type StoryState = 'done' | 'now' | 'missing' | 'ahead'

/** One step of what becomes of a record. */
export interface StoryStep {
  label: string
  /** Its day or its amount, or what is missing. */
  detail: string
  state: StoryState
  /** Where it is, or is recorded: a screen, or a side of this record. */
  to?: string
  search?: Search
  hash?: string
}

const said: Record<StoryState, string> = {
  done: t('done'),
  now: t('now'),
  missing: t('missing'),
  ahead: t('still to come'),
}

const marks = {
  done: <IconCheck size={12} stroke={3} aria-hidden />,
  missing: <em aria-hidden>!</em>,
  now: null,
  ahead: null,
}

/** What becomes of a record, as one line: each step leads to where it is or is recorded. */
export function RecordStory({ steps }: { steps: readonly StoryStep[] }) {
  return (
    <nav aria-label={t('Its story')} className={classes['story']}>
      <ol>
        {steps.map(({ label, detail, state, to = '.', search = {}, hash }) => (
          <li key={label} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
            <Link to={to} search={search} {...(hash && { hash })} activeOptions={{ includeHash: true }}>
              <i>{marks[state]}</i>
              <b>{label}</b>
              <span className={classes['state']}>{`(${said[state]})`}</span>
              <span>{detail}</span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
