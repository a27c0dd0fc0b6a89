# SPDX-License-Identifier: MIT
"""Two browsers, steered alike: Chromium by chromedriver (WebDriver), Firefox by
Marionette, its own protocol. Both run without a window."""
import base64
import json
import pathlib
import socket
import subprocess
import time
import urllib.request

START_S = 60


def find_port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


def wait_for(connect):
    end = time.monotonic() + START_S
    while True:
        try:
            return connect()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


class Browser:
    """What both have; `command` sends one of WebDriver's commands."""

    def __init__(self, arguments, log):
        self.process = subprocess.Popen(arguments, stdout=log, stderr=log)

    def run(self, script, *arguments):
        """The value of an expression that may be a promise; its mistake is raised."""
        text = ("const [...all] = arguments, done = all.pop();"
                f"(async (...args) => ({script}))(...all).then("
                "value => done({value}), error => done({error: String(error)}));")
        answer = self.run_async(text, list(arguments))
        if "error" in answer:
            raise AssertionError(answer["error"])
        return answer.get("value")

    def touch(self, places):
        """A finger goes down at the first place and up at the last."""
        moves = [{"type": "pointerMove", "x": x, "y": y, "duration": 0} for x, y in places]
        steps = [moves[0], {"type": "pointerDown", "button": 0}, *moves[1:],
                 {"type": "pointerUp", "button": 0}]
        self.perform([{"type": "pointer", "id": "finger", "actions": steps,
                       "parameters": {"pointerType": "touch"}}])

    def save_picture(self, path):
        pathlib.Path(path).write_bytes(base64.b64decode(self.take_picture()))

    def close(self):
        self.process.terminate()
        self.process.wait()


class Chromium(Browser):
    name = "Chromium"

    def __init__(self, folder, log):
        self.port = find_port()
        super().__init__(["chromedriver", f"--port={self.port}"], log)
        options = {"args": ["--headless=new", "--no-sandbox", f"--user-data-dir={folder}",
                            "--enable-precise-memory-info", "--js-flags=--expose-gc"]}
        session = wait_for(lambda: self.send("POST", "/session", {"capabilities": {
            "alwaysMatch": {"goog:chromeOptions": options}}}))
        self.session = f"/session/{session['sessionId']}"

    def send(self, method, path, body=None):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["value"]

    def open(self, url):
        self.send("POST", f"{self.session}/url", {"url": url})

    def run_async(self, script, arguments):
        return self.send("POST", f"{self.session}/execute/async",
                         {"script": script, "args": arguments})

    def perform(self, actions):
        self.send("POST", f"{self.session}/actions", {"actions": actions})

    def take_picture(self):
        return self.send("GET", f"{self.session}/screenshot")

    def resize(self, width, height):
        """Of the page, not the window, which cannot be as narrow as a phone."""
        self.send("POST", f"{self.session}/goog/cdp/execute", {
            "cmd": "Emulation.setDeviceMetricsOverride", "params": {
                "width": width, "height": height, "deviceScaleFactor": 1,
                "mobile": False}})

    def close(self):
        self.send("DELETE", self.session)
        super().close()


class Firefox(Browser):
    name = "Firefox"

    def __init__(self, folder, log):
        port = find_port()
        pathlib.Path(folder).mkdir()
        pathlib.Path(folder, "user.js").write_text(
            f'user_pref("marionette.port", {port});\n'
            'user_pref("dom.w3c_touch_events.enabled", 1);\n')
        super().__init__(["firefox-esr", "--headless", "--marionette", "--no-remote",
                          "--profile", str(folder)], log)
        self.connection = wait_for(lambda: socket.create_connection(("127.0.0.1", port)))
        self.sent = 0
        self.receive()
        self.send("WebDriver:NewSession", {})
        self.send("WebDriver:SetTimeouts", {"script": 60000})

    def receive(self):
        size = b""
        while not size.endswith(b":"):
            size += self.connection.recv(1)
        text = b""
        while len(text) < int(size[:-1]):
            text += self.connection.recv(int(size[:-1]) - len(text))
        return json.loads(text)

    def send(self, name, body):
        self.sent += 1
        text = json.dumps([0, self.sent, name, body]).encode()
        self.connection.sendall(str(len(text)).encode() + b":" + text)
        _, _, error, value = self.receive()
        if error:
            raise AssertionError(error["message"])
        return value

    def open(self, url):
        self.send("WebDriver:Navigate", {"url": url})

    def run_async(self, script, arguments):
        return self.send("WebDriver:ExecuteAsyncScript",
                         {"script": script, "args": arguments, "sandbox": None})["value"]

    def perform(self, actions):
        self.send("WebDriver:PerformActions", {"actions": actions})

    def take_picture(self):
        return self.send("WebDriver:TakeScreenshot", {"full": False})["value"]

    def resize(self, width, height):
        sides = self.run("[outerWidth - innerWidth, outerHeight - innerHeight]")
        self.send("WebDriver:SetWindowRect",
                  {"width": width + sides[0], "height": height + sides[1]})

    def close(self):
        self.connection.close()
        super().close()
