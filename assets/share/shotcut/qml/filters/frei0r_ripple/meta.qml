// SPDX-License-Identifier: MIT
import QtQuick 2.0
import org.shotcut.qml 1.0

Metadata {
    type: Metadata.Filter
    name: qsTr('Ripple')
    keywords: 'water rain waves ripple frei0r'
    objectName: 'frei0r_ripple'
    mlt_service: 'frei0r.ripple'
    qml: 'ui.qml'
}
