// SPDX-License-Identifier: MIT
import QtQuick 2.12
import QtQuick.Controls 2.12
import QtQuick.Layouts 1.12
import Shotcut.Controls 1.0 as Shotcut

Item {
    id: root

    property var presets: '@presets@'.split(';')
    // A value is the number over the factor; -1 and damping 0 are those of the preset.
    property var numbers: [
        { name: 'rain', label: qsTr('Rain'), initial: -1, min: -1, max: 200, factor: 10000, decimals: 1, suffix: qsTr(' /s') },
        { name: 'stone-x', label: qsTr('Stone from left'), initial: 50, min: 0, max: 100, factor: 100, decimals: 0, suffix: ' %' },
        { name: 'stone-y', label: qsTr('Stone from top'), initial: 50, min: 0, max: 100, factor: 100, decimals: 0, suffix: ' %' },
        { name: 'stone-time', label: qsTr('Stone falls after'), initial: 0, min: 0, max: 1000, factor: 1000, decimals: 2, suffix: qsTr(' s') },
        { name: 'light', label: qsTr('Light'), initial: -1, min: -1, max: 100, factor: 100, decimals: 0, suffix: '' },
        { name: 'refraction', label: qsTr('Refraction'), initial: -1, min: -1, max: 250, factor: 4000, decimals: 0, suffix: '' },
        { name: 'damping', label: qsTr('Damping'), initial: 0, min: 0, max: 15, factor: 15, decimals: 0, suffix: '' },
        { name: 'seed', label: qsTr('Seed'), initial: 0, min: 0, max: 1000, factor: 1000, decimals: 0, suffix: '' },
        { name: 'fish', label: qsTr('Fish'), initial: 0, min: 0, max: 12, factor: 12, decimals: 0, suffix: '' },
        { name: 'boats', label: qsTr('Paper boats'), initial: 0, min: 0, max: 8, factor: 8, decimals: 0, suffix: '' },
        { name: 'ducks', label: qsTr('Rubber ducks'), initial: 0, min: 0, max: 8, factor: 8, decimals: 0, suffix: '' }
    ]
    property bool blockUpdate: true

    function setControls() {
        blockUpdate = true;
        presetCombo.currentIndex = presets.indexOf(filter.get('preset'));
        for (var i = 0; i < numbers.length; i++)
            sliders.itemAt(i).value = filter.getDouble(numbers[i].name) * numbers[i].factor;
        blockUpdate = false;
    }

    width: 400
    height: 350
    Component.onCompleted: {
        if (filter.isNew) {
            filter.set('preset', '@preset@');
            for (var i = 0; i < numbers.length; i++)
                filter.set(numbers[i].name, numbers[i].initial / numbers[i].factor);
            filter.savePreset(saved.parameters);
        }
        setControls();
    }

    ColumnLayout {
        anchors.fill: parent
        anchors.margins: 8

        Shotcut.Preset {
            id: saved

            parameters: ['preset'].concat(numbers.map(function(number) { return number.name; }))
            onPresetSelected: setControls()
        }

        RowLayout {
            Label {
                text: qsTr('Water')
                Layout.preferredWidth: 120
            }

            Shotcut.ComboBox {
                id: presetCombo

                model: root.presets
                onActivated: filter.set('preset', root.presets[index])
            }
        }

        Repeater {
            id: sliders

            model: root.numbers

            RowLayout {
                property alias value: slider.value

                Label {
                    text: modelData.label
                    Layout.preferredWidth: 120
                }

                Shotcut.SliderSpinner {
                    id: slider

                    minimumValue: modelData.min
                    maximumValue: modelData.max
                    decimals: modelData.decimals
                    stepSize: Math.pow(10, -modelData.decimals)
                    suffix: modelData.suffix
                    onValueChanged: {
                        if (!root.blockUpdate)
                            filter.set(modelData.name, value / modelData.factor);
                    }
                }

                Shotcut.UndoButton {
                    onClicked: slider.value = modelData.initial
                }
            }
        }

        Label {
            text: qsTr('-1, and damping 0, is that of the water.')
            Layout.fillHeight: true
            verticalAlignment: Text.AlignTop
        }
    }
}
