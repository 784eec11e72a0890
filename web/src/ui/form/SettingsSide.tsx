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
  /** An explanation of the settings. */
  about?: ReactNode
  load: L
  write: Endpoint
  /** Shown until the settings have loaded. */
  waiting: ReactNode
  /** The label of the edit button. */
  edit: string
  /** The class of the button's container. */
  act?: string | undefined
  /** Edits the settings in a form over the page. */
  Form: ComponentType<{ settings: Answer<L>; onClose: () => void }>
  /** Shows the settings. */
  children: (settings: Answer<L>) => ReactNode
}

/** Settings of a company beside their subject, with a button to edit them. */
export function SettingsSide<L extends Endpoint>(props: Props<L>) {
  const { id, title, about, load, write, waiting, edit, act, Form, children } = props
  const settings = useRecord(load)
  const { data, error } = settings
  const mayEdit = useCan(write)
  // The settings when the form was opened.
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
