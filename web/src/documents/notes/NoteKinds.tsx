import { type NoteKind, noteKinds } from '@plinth/api/documents/notes'
import { IconMail, IconMapPin, IconNote, IconPhone } from '@tabler/icons-react'
import { useId } from 'react'
import { words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import classes from './Notes.module.css'

const icons = { NOTE: IconNote, CALL: IconPhone, VISIT: IconMapPin, LETTER: IconMail }

/** The icon of a note's kind. */
export function KindIcon({ kind }: { kind: NoteKind }) {
  const Icon = icons[kind]
  return <Icon size={16} stroke={1.7} aria-hidden />
}

/** The choice of a new note's kind. */
export function KindChoice({ value, onChange }: { value: NoteKind; onChange: (kind: NoteKind) => void }) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={t('Kind of note')} className={classes['kinds']}>
      {noteKinds.map((kind) => (
        <label key={kind} className={classes['kind']}>
          <input type="radio" name={name} checked={kind === value} onChange={() => onChange(kind)} />
          <KindIcon kind={kind} />
          {words(kind)}
        </label>
      ))}
    </div>
  )
}
