"""The same scheduler in other shapes, which are as right."""
import enum

import scheduler


class Node:
    def __init__(self, id, capacity):
        self.id, self.capacity = id, capacity


State = enum.Enum("State", "PENDING ACCEPTED DECLINED EXPIRED INVALIDATED LAUNCHED")


class Nodes(scheduler.Scheduler):
    """Takes a list of nodes, numbers its offers, returns copies as dicts, and refuses by returning False or None."""

    def __init__(self, nodes, now):
        super().__init__([(n.id, n.capacity) for n in nodes], now)

    def check(self, ok, why):
        if not ok:
            raise scheduler.Refused

    def quiet(self, refused, call, *args):
        try:
            result = call(*args)
        except scheduler.Refused:
            return refused
        return True if result is None else result

    def get_offer(self, id):
        o = self.offers["o%d" % (id - 100)]
        return {"offer_id": id, "framework": o.framework_id, "node": o.node_id, "units": {"slots": o.resources},
                "status": State[o.state.upper()]}

    def own(self, id):
        return "o%d" % (id - 100) if isinstance(id, int) else id

    def make_offers(self, framework, timeout):
        made = self.quiet(None, super().make_offers, framework, timeout)
        return None if made is None else [self.get_offer(100 + int(o.id[1:])) for o in made]

    def accept_offer(self, framework, offer):
        return self.quiet(False, super().accept_offer, framework, self.own(offer))

    def decline_offer(self, framework, offer):
        return self.quiet(None, super().decline_offer, framework, self.own(offer))

    def launch_task(self, framework, offer, task=None):
        return self.quiet(None, super().launch_task, framework, self.own(offer), task)

    def finish_task(self, framework, task):
        return self.quiet(False, super().finish_task, framework, task)

    def advance_time(self, delta):
        return self.quiet(False, super().advance_time, delta)

    def set_node_resources(self, node, capacity):
        return self.quiet(False, super().set_node_resources, node, capacity)


class Silent(scheduler.Scheduler):
    """Knows no finish."""

    finish_task = property()
