import { Button } from '@mantine/core'
import type { Answer, Endpoint } from '@plinth/api/kernel/endpoint'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { regainFocus } from '../shell/regain-focus.ts'
import { RecordSection } from './FieldGroup.tsx'
import form from './RecordForm.module.css'
import { Side } from './RecordSides.tsx'

interface Props<L extends Endpoint> {
  id: string
  title: string
  /** What they are about. */
  about?: ReactNode
  load: L
  write: Endpoint
  /** Stands there until they have come. */
  waiting: ReactNode
  /** What the button that changes them says. */
  edit: string
  /** The class of what it stands in. */
  act?: string | undefined
  /** Changes them over the page. */
  Form: ComponentType<{ settings: Answer<L>; onClose: () => void }>
  /** They as they are read. */
  children: (settings: Answer<L>) => ReactNode
}

/** Settings of a company beside what they are for, and the way to change them. */
export function SettingsSide<L extends Endpoint>(props: Props<L>) {
  const { id, title, about, load, write, waiting, edit, act, Form, children } = props
  const settings = useRecord(load)
  const { data, error } = settings
  const mayEdit = useCan(write)
  // As they were when the form was opened.
  const [edited, setEdited] = useState<Answer<L>>()
  return (
    <Side id={id}>
      <RecordSection title={title} source={settings}>
        {about}
        {!data && !error && waiting}
        {data && <dl className={form['fields']}>{children(data)}</dl>}
        {data && mayEdit && (
          <div className={act}>
            <Button variant="default" size="xs" mt="sm" onClick={() => setEdited(data)} data-screen-only>
              {edit}
            </Button>
          </div>
        )}
        {edited && (
          <Form
            settings={edited}
            onClose={() => {
              setEdited(undefined)
              regainFocus(id)
            }}
          />
        )}
      </RecordSection>
    </Side>
  )
}
