import { Drawer } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { RecordForm, type RecordFormOptions } from '../form/RecordForm.tsx'
import { usePhone } from '../shell/Screen.tsx'
import { useDialog } from '../shell/useDialog.ts'

interface Props extends Omit<RecordFormOptions, 'panel'> {
  onClose: () => void
  /** Changing it resets the form in place. */
  round?: number
  children: ReactNode
}

/** A form in a drawer over a page. */
export function RecordDrawer({ onClose, round = 0, children, ...form }: Props) {
  const { close, props } = useDialog(onClose)
  const isPhone = usePhone()
  // Escape does not lose typed values: the form asks first.
  const leaveRef = useRef<() => void>(close)
  return (
    <Drawer
      {...props}
      onClose={() => leaveRef.current()}
      closeOnClickOutside={false}
      position="right"
      size={isPhone ? '100%' : '36rem'}
      title={form.title}
    >
      <RecordForm key={round} {...form} panel={{ close, leaveRef }}>
        {children}
      </RecordForm>
    </Drawer>
  )
}
