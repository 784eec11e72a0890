import { t } from '../../lib/language.ts'
import classes from './Mentions.module.css'
import { piecesOf } from './mentions.ts'
import type { MentionOffer } from './useMentioning.ts'

/** Whom the name that is being typed may be, below the field. */
export function MentionList({ offered, active, listId, optionId, pick }: MentionOffer) {
  if (offered.length === 0) return null
  return (
    <div id={listId} role="listbox" aria-label={t('People')} className={classes['list']}>
      {offered.map(({ id, username, designation }, at) => (
        // The keys are the field's, which keeps the focus.
        <div
          key={id}
          id={optionId(at)}
          role="option"
          aria-selected={at === active}
          tabIndex={-1}
          className={classes['option']}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => pick(at)}
          onKeyDown={undefined}
        >
          {username}
          {designation && <small>{designation}</small>}
        </div>
      ))}
    </div>
  )
}

/** The text of a note, in which the people it names stand out. */
export function NoteText({ text, names }: { text: string; names: readonly string[] }) {
  return piecesOf(text, names).map(({ at, text: piece, name }) =>
    name === undefined ? (
      piece
    ) : (
      <b key={at} className={classes['name']}>
        {piece}
      </b>
    ),
  )
}
