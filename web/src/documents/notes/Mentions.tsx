import { t } from '../../lib/language.ts'
import classes from './Mentions.module.css'
import { piecesOf } from './mentions.ts'
import type { MentionOffer } from './useMentioning.ts'

/** The users whose names match the one being typed, listed below the field. */
export function MentionList({ offered, active, listId, optionId, pick }: MentionOffer) {
  if (offered.length === 0) return null
  return (
    <div id={listId} role="listbox" aria-label={t('People')} className={`sheet ${classes['list']}`}>
      {offered.map(({ id, username, designation }, at) => (
        // The field keeps the focus and handles the keys.
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

/** The text of a note with the names of mentioned users highlighted. */
export function NoteText({ text, names }: { text: string; names: readonly string[] }) {
  return piecesOf(text, names).map(({ at, text: piece, name }) =>
    name === undefined ? (
      piece
    ) : (
      <b key={at} style={{ fontWeight: 600 }}>
        {piece}
      </b>
    ),
  )
}
