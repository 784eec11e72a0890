import { notifications } from '@mantine/notifications'

const failureId = 'failure'

/** Tells of a success; the notice outlives the screen that raised it. */
export function alertSuccess(message: string): void {
  notifications.hide(failureId)
  notifications.show({ message, color: 'petrol', autoClose: 6_000, role: 'alert' })
}

/** Tells of a failure; it stays until it is dismissed or the next attempt ends. */
export function alertFailure(message: string): void {
  notifications.hide(failureId)
  notifications.show({ id: failureId, message, color: 'red', autoClose: false, role: 'alert' })
}
