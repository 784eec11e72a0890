import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { t } from '../../lib/language.ts'
import classes from './RecordSides.module.css'

/** A section of a record, such as its facts, its deposits or its documents. */
export interface RecordSide {
  id: string
  label: string
}

function jumpTo(id: string): void {
  const side = document.getElementById(id)
  side?.scrollIntoView()
  side?.focus({ preventScroll: true })
}

/** A section that the address can name: the page scrolls to it as soon as it is there. */
export function Side({ id, children }: { id: string; children: ReactNode }) {
  const isNamed = useLocation({ select: ({ hash }) => hash === id })
  useEffect(() => {
    if (isNamed) jumpTo(id)
  }, [isNamed, id])
  return (
    <div id={id} tabIndex={-1} className={classes['side']}>
      {children}
    </div>
  )
}

/**
 * Links to the sections of a record. All sections are on the page, so that it is read, searched and printed as one; the address names the
 * visited one.
 */
export function RecordSides({ sides }: { sides: readonly RecordSide[] }) {
  return (
    <nav aria-label={t('Sides of this record')} className={classes['sides']} data-screen-only>
      {sides.map(({ id, label }) => (
        <Link
          key={id}
          to="."
          search
          hash={id}
          resetScroll={false}
          activeOptions={{ includeHash: true }}
          onClick={() => jumpTo(id)}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
